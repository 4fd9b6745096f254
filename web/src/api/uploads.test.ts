import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'

import { updateStorage } from '@/lib/storage'
import { mockServer, withMockServer } from '@/testing/server'

import { createUpload, type UploadInput } from './uploads'

withMockServer()

const TEN_MINUTES = 600_000

function send(changes: Partial<UploadInput> = {}): Promise<string> {
  const file = new File(['Name,Zip\n'], 'orders.csv', { type: 'text/csv' })
  const input = { file, mappingId: null, buy: false, ...changes }
  return createUpload(input, new AbortController().signal)
}

/** What every form held, in its order. */
function takeForms() {
  const taken: { headers: Headers; fields: [string, string][] }[] = []
  mockServer.use(
    http.post('*/dashboard/shipment_uploads', async ({ request }) => {
      const fields: [string, string][] = []
      for (const [name, value] of await request.formData()) {
        fields.push([name, typeof value === 'string' ? value : await value.text()])
      }
      taken.push({ headers: request.headers, fields })
      return HttpResponse.json({ success: true, id: 'upl_9' }, { status: 201 })
    }),
  )
  return taken
}

describe('an uploaded file', () => {
  it('is sent as a form, after the fields that say what to do with it', async () => {
    updateStorage({ key: 'abc' })
    const taken = takeForms()
    await expect(send({ mappingId: 'map_1', buy: true })).resolves.toBe('upl_9')
    await send()
    expect(taken.map(({ fields }) => fields)).toEqual([
      [
        ['id', 'map_1'],
        ['buy', '1'],
        ['file', 'Name,Zip\n'],
      ],
      [['file', 'Name,Zip\n']],
    ])
    const headers = taken[0]?.headers
    expect(headers?.get('Content-Type')).toMatch(/^multipart\/form-data; boundary=/)
    expect(headers?.get('Authorization')).toBe('Bearer abc')
    expect(headers?.has('Idempotency-Key')).toBe(true)
  })

  it('has ten minutes', async () => {
    takeForms()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await send()
    expect(timeout.mock.calls).toEqual([[TEN_MINUTES]])
  })
})
