import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'

import { readStorage, updateStorage } from '@/lib/storage'
import { failed } from '@/testing/fixtures'
import { mockServer, withMockServer } from '@/testing/server'

import { labelFile, reportFile } from './files'

withMockServer()

describe('label files', () => {
  it('come with the key of the chosen server, in the chosen format', async () => {
    updateStorage({ key: 'abc', server: 'beta' })
    mockServer.use(
      http.get('*/test/dashboard/shipments/shp_1/label', ({ request }) => {
        expect(request.headers.get('Authorization')).toBe('Bearer abc')
        expect(new URL(request.url).search).toBe('?format=pdf&layout=4X6')
        return new HttpResponse('%PDF')
      }),
    )
    const file = await labelFile('shp_1', { format: 'pdf', layout: '4X6' })
    await expect(file.text()).resolves.toBe('%PDF')
  })

  it('of a report are found by id and ticket, whatever base the address has', async () => {
    updateStorage({ key: 'abc', server: 'beta' })
    mockServer.use(
      http.get('*/test/dashboard/files/fil_1', ({ request }) =>
        HttpResponse.text(new URL(request.url).searchParams.get('ticket')),
      ),
    )
    const file = await reportFile({ url: '/test/dashboard/files/fil_1?ticket=t.1', format: 'pdf' })
    await expect(file.text()).resolves.toBe('t.1')
  })

  it('have ten minutes: many labels make a large file', async () => {
    mockServer.use(http.get('*/dashboard/*', () => new HttpResponse('%PDF')))
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await labelFile('shp_1', { format: 'pdf' })
    await reportFile({ url: '/dashboard/files/fil_1?ticket=t', format: 'pdf' })
    expect(timeout.mock.calls).toEqual([[600_000], [600_000]])
  })

  it('end the session on a 401', async () => {
    updateStorage({ key: 'abc' })
    mockServer.use(
      http.get('*/dashboard/shipments/shp_1/label', () =>
        failed(401, { message: 'Please sign in' }),
      ),
    )
    await expect(labelFile('shp_1', { format: 'png' })).rejects.toThrow('Please sign in')
    expect(readStorage().key).toBeNull()
  })
})
