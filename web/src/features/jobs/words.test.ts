import { describe, expect, it } from 'vitest'

import { jobLink, kindWords, stateWords } from './words'

describe('jobs in words', () => {
  it('are not all well because they ended', () => {
    expect(stateWords({ state: 'done', failed: 0 })).toEqual(['green', 'Done'])
    expect(stateWords({ state: 'done', failed: 1 })).toEqual(['yellow', 'Done, with failures'])
    expect(kindWords('report_shipments')).toBe('Report shipments')
  })

  it('link to pages and files of ours only', () => {
    const page = '/shipment-upload/upl_1'
    expect(jobLink(page)).toEqual({ kind: 'page', to: page })
    const file = '/test/dashboard/files/fil_1?ticket=t'
    expect(jobLink(file)).toEqual({ kind: 'file', url: file })
    expect(jobLink('//evil.example')).toBeNull()
    expect(jobLink('javascript:alert(1)')).toBeNull()
    expect(jobLink(null)).toBeNull()
  })
})
