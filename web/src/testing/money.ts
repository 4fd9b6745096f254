// The balance, its transactions, adjustments and invoices as the server sends them, and a server that
// answers for them.
import { http, HttpResponse } from 'msw'

import type { Adjustment } from '@/api/adjustments'
import type { BalanceReply } from '@/api/balance'
import type { Invoice } from '@/api/invoices'
import type { LedgerEntry, Transaction } from '@/api/transactions'
import type { User } from '@/api/user'
import type { PermissionName } from '@/lib/access'

import { listOf, NO_PERMISSIONS, subUser } from './fixtures'
import { mockServer } from './server'

/** A sub-user with these permissions and no other. */
export function personWith(...names: PermissionName[]): User {
  const given = Object.fromEntries(names.map((name) => [name, true]))
  const permissions = { ...NO_PERMISSIONS, ...given }
  return { ...subUser, person: subUser.person && { ...subUser.person, permissions } }
}

export const balanceReply: BalanceReply = {
  balance: {
    value: '1240.50',
    available_value: '1100.25',
    available_pending_credit_value: '0.00',
    pending_credit: '140.25',
    credit_limit: '500.00',
    credit_used: '0.00',
  },
  topup: {
    payment_method: {
      value: 'pm_1',
      options: [
        ['pm_1', 'Visa 4242'],
        ['pm_2', 'First Bank 6789'],
      ],
    },
    amount: { value: '100.00', options: ['50.00', '100.00', '250.00', '500.00', '1000.00'] },
  },
}

export function transaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    id: 'txn_1',
    created_at: '2026-11-14T10:00:00Z',
    kind: 'label',
    description: 'Label to Jane Roe',
    amount: '-8.41',
    pending_amount: '0.00',
    refund_amount: null,
    available_value_change: '-8.41',
    balance_after: '1100.25',
    tracking_code: '9400100000000000000001',
    tracking_url: null,
    shipment_id: 'shp_1',
    receipt_url: null,
    incentive_report_url: null,
    report_file_url: null,
    adjustment_id: null,
    adjustment_disputed: false,
    adjustment_dispute_state: null,
    adjustment_quoted: null,
    adjustment_actual: null,
    claimed: null,
    captured: null,
    payment: null,
    invoice_id: null,
    ...changes,
  }
}

const MEASURED = {
  claimed: {
    service: 'GroundAdvantage',
    parcel: '12 oz, 12 x 9 x 4 in',
  },
  captured: {
    service: 'GroundAdvantage',
    parcel: '1 lb 2.5 oz, 12 x 9 x 6 in',
  },
}

export const adjusted: Transaction = transaction({
  id: 'txn_2',
  kind: 'adjustment',
  description: 'Weight of Jane Roe',
  amount: '-3.20',
  available_value_change: '-3.20',
  adjustment_id: 'adj_1',
  adjustment_quoted: '8.41',
  adjustment_actual: '11.61',
  ...MEASURED,
})

export function adjustment(changes: Partial<Adjustment> = {}): Adjustment {
  return {
    id: 'adj_1',
    created_at: '2026-11-14T10:00:00Z',
    kind: 'weight',
    amount: '3.20',
    description: 'Weight of Jane Roe',
    quoted: '8.41',
    charged: '11.61',
    shipment_id: 'shp_1',
    tracking_code: '9400100000000000000001',
    service: 'GroundAdvantage',
    disputed: false,
    dispute: null,
    ...MEASURED,
    ...changes,
  }
}

export function entry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: 'ent_1',
    created_at: '2026-11-14T10:00:00Z',
    description: 'Hold for a label',
    postings: [
      { book: 'available', amount: '-8.41' },
      { book: 'held', amount: '8.41' },
    ],
    available_after: '1100.25',
    version: 7,
    ...changes,
  }
}

export function invoice(changes: Partial<Invoice> = {}): Invoice {
  return {
    id: 'inv_1',
    number: '000042',
    kind: 'monthly',
    from: '2026-10-01',
    to: '2026-10-31',
    due: '2026-11-15',
    amount: '321.09',
    amount_paid: '21.09',
    amount_due: '300.00',
    status: 'open',
    report_download_url: '/dashboard/files/fil_1?ticket=t',
    ...changes,
  }
}

/** Answers GET /balance and the payment logs; returns what the logs were asked for. */
export function serveBalance(rows: Transaction[] = [], reply: BalanceReply = balanceReply) {
  const asked: URLSearchParams[] = []
  const kinds = [
    ['label', 'Labels'],
    ['adjustment', 'Adjustments'],
  ]
  mockServer.use(
    http.get('*/dashboard/balance', () => HttpResponse.json({ success: true, ...reply })),
    http.get('*/dashboard/balance/transactions', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ ...listOf(rows), kinds })
    }),
    http.get('*/dashboard/balance/transactions/:id', ({ params }) =>
      HttpResponse.json({
        success: true,
        transaction: rows.find(({ id }) => id === params['id']),
        entries: [entry()],
      }),
    ),
  )
  return asked
}
