import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'

import { failed } from '@/testing/fixtures'
import { balanceReply } from '@/testing/money'
import { mockServer, withMockServer } from '@/testing/server'

import { createCharger } from './balance'

withMockServer()

const order = { amount: '50.00', topup_method: 'pm_1' }

/** Sends the orders one after the other and returns their keys. */
async function keysOf(replies: Response[], orders: (typeof order)[]): Promise<(string | null)[]> {
  const keys: (string | null)[] = []
  mockServer.use(
    http.patch('*/dashboard/balance', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return replies.shift() ?? HttpResponse.error()
    }),
  )
  const charge = createCharger()
  for (const one of orders) await charge(one).catch(() => null)
  return keys
}

function paid(state: string): Response {
  const payment = { id: 'pay_1', state }
  return HttpResponse.json({ success: true, balance: balanceReply.balance, payment })
}

describe('a charge', () => {
  it.each([
    ['no answer', HttpResponse.error(), true],
    ['an error of the server', failed(504, { message: 'Too slow', code: 'timed_out' }), true],
    ['one that still runs', failed(409, { code: 'idempotency_in_progress' }), true],
    ['a refusal', failed(422, { message: 'Declined' }), false],
    ['a failed payment', paid('failed'), false],
    ['a success', paid('succeeded'), false],
    ['a payment on its way', paid('processing'), false],
  ])('after %s is repeated under the same key: %s', async (_, first, same) => {
    const [one, two] = await keysOf([first, paid('succeeded')], [order, order])
    expect(one).toMatch(/^[0-9a-f-]{36}$/)
    expect(one === two).toBe(same)
  })

  it('of another amount is another one', async () => {
    const [one, two] = await keysOf([HttpResponse.error()], [order, { ...order, amount: '100.00' }])
    expect(one).not.toBe(two)
  })

  it('that failed tells why', async () => {
    mockServer.use(
      http.patch('*/dashboard/balance', () =>
        HttpResponse.json({ success: true, payment: { state: 'failed' }, message: 'Declined.' }),
      ),
    )
    await expect(createCharger()(order)).rejects.toThrow('Declined.')
  })
})
