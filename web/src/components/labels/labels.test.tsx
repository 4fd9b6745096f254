import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { mayPrint, printFile, saveFile } from './printing'
import { safeUrl, statusWords, trackingText, trackingTone } from './tracking'

describe('tracking words', () => {
  it.each([
    [{ refund_status: 'refunded', tracking_status: 'delivered' }, 'Refund refunded', 'yellow'],
    [{ refund_status: 'rejected', tracking_status: null }, 'Refund rejected', 'red'],
    [{ refund_status: null, tracking_status: 'pre_transit' }, 'Pre Transit', 'gray'],
    [{ refund_status: null, tracking_status: 'delivered' }, 'Delivered', 'green'],
    [{ refund_status: null, tracking_status: 'unknown' }, 'Ready To Ship', 'gray'],
    [{ refund_status: null, tracking_status: '' }, 'Ready To Ship', 'gray'],
  ])('of %j are %j', (shipment, words, tone) => {
    expect(trackingText(shipment)).toBe(words)
    expect(trackingTone(shipment)).toBe(tone)
  })

  it('keep no underscores', () => {
    expect(statusWords('RETURN_TO_SENDER')).toBe('Return To Sender')
  })

  it('link to the web only', () => {
    expect(safeUrl('https://example.com/1')).toBe('https://example.com/1')
    expect(safeUrl('data:text/html,x')).toBeNull()
    expect(safeUrl(null)).toBeNull()
  })
})

describe('printing', () => {
  it.each(['zip', 'zpl', 'epl2'])('of %s from a browser is refused', async (format) => {
    renderUi(<p>Page</p>)
    printFile(new Blob(['x']), format)
    expect(
      await screen.findByText(`Couldn't print ${format.toUpperCase()} file from a browser`),
    ).toBeVisible()
  })

  it.each(['pdf', 'PNG'])('of %s opens the print dialog of a hidden frame', async (format) => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank')
    printFile(new Blob(['x']), format)
    const frame = document.getElementById('print-frame')
    if (!(frame instanceof HTMLIFrameElement)) throw new Error('no frame')
    const print = vi.fn<() => void>()
    vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue(
      Object.assign(Object.create(window), { focus: () => undefined, print }),
    )
    frame.dispatchEvent(new Event('load'))
    await waitFor(() => expect(print).toHaveBeenCalled())
    frame.remove()
  })

  it('asks nothing for what can be printed', () => {
    expect(mayPrint('pdf')).toBe(true)
  })

  it('saves a file under its name', () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    saveFile(new Blob(['x']), 'labels.pdf')
    expect(click).toHaveBeenCalledOnce()
    expect(click.mock.contexts[0]).toHaveProperty('download', 'labels.pdf')
  })
})
