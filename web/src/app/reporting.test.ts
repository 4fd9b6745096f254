import { describe, expect, it } from 'vitest'

import { withoutSecrets } from './reporting'

describe('a report', () => {
  it('loses what may be secret in addresses, at any depth, and nothing else', () => {
    const report = {
      message: 'Why? #1 failed',
      request: { url: 'https://dashboard.example/?token=abc' },
      breadcrumbs: [
        { data: { from: '/welcome?x=1', to: '/set-password#secret' } },
        { data: { url: '/dashboard/api_keys/eyJ0b2tlbiJ9.sig', method: 'GET', status: 200 } },
        { data: { url: '/dashboard/api_keys/token' } },
        { data: { url: 'https://dashboard.example/test/auth/finalize/key1' } },
      ],
      nothing: null,
    }
    expect(withoutSecrets(report)).toEqual({
      message: 'Why? #1 failed',
      request: { url: 'https://dashboard.example/' },
      breadcrumbs: [
        { data: { from: '/welcome', to: '/set-password' } },
        { data: { url: '/dashboard/api_keys/[removed]', method: 'GET', status: 200 } },
        { data: { url: '/dashboard/api_keys/token' } },
        { data: { url: 'https://dashboard.example/test/auth/finalize/[removed]' } },
      ],
      nothing: null,
    })
  })
})
