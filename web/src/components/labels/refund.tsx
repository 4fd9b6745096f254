// Asks for the refund of labels, runs it and reports: the same words in the list and on a
// shipment's own page. The caller brings the call.
import { type BulkOutcome, type BulkWork, runBulk } from '@/components/ui/jobs/runBulk'
import { confirm, showFailure } from '@/components/ui/modals/dialogs'
import { formatCount } from '@/lib/format'

import { tellFailure } from './failure'
import { type ReportRow, showReport } from './ReportTable'

const NOT_REFUNDABLE =
  'Some of the shipments are not refundable. Please remove them before refunding the rest!'
const SUPPORT_NOTE = 'If you want to dispute a refund, please contact support.'

interface RefundReport {
  message: string | null
  refund_statuses: readonly { tracking_code: string; status: string }[]
}

interface RefundOptions extends Pick<BulkWork<RefundReport>, 'start' | 'poll'> {
  count: number
  /** What is known of the chosen shipments. */
  shipments: readonly { refundable: boolean; shop_order_id?: string | null | undefined }[]
}

function question(linked: boolean): string {
  return linked
    ? 'This will request refund for the selected label(s) and cancel the fulfillment of the linked order(s) in the shop, proceed?'
    : 'This will request refund for the selected label(s), proceed?'
}

/** True when something was asked of the server, whatever came of it. */
export async function refundWithReport(options: RefundOptions): Promise<boolean> {
  const { count, shipments, start, poll } = options
  if (shipments.some((shipment) => !shipment.refundable)) {
    await showFailure(NOT_REFUNDABLE)
    return false
  }
  const agreed = await confirm({
    title: 'Refund',
    message: question(shipments.some((shipment) => shipment.shop_order_id)),
    confirmLabel: 'Refund',
    danger: true,
  })
  if (!agreed) return false
  try {
    const text = `Refunding ${formatCount(count)} label(s)...`
    tellOutcome(await runBulk({ text, start, poll }))
  } catch (error) {
    tellFailure(error)
  }
  return true
}

function tellOutcome(outcome: BulkOutcome<RefundReport>): void {
  const { report, errors, failures } = outcome
  const message = report?.message || outcome.message || 'Operation was successful!'
  const problems = [...errors, ...failures.map(({ item, cause }) => `${item}: ${cause}`)]
  const rows: ReportRow[] = (report?.refund_statuses ?? []).map((one) => ({
    key: one.tracking_code,
    cells: [one.tracking_code, one.status],
  }))
  if (problems.length > 0 && rows.length === 0) {
    void showFailure(message, problems)
    return
  }
  showReport({
    title: 'Refund',
    message: problems.length > 0 ? <Problems message={message} problems={problems} /> : message,
    table: { label: 'Refunds', headers: ['Tracking Code', 'Status'], rows },
    note: SUPPORT_NOTE,
  })
}

function Problems({ message, problems }: { message: string; problems: readonly string[] }) {
  return (
    <>
      {message}
      <ul>
        {[...new Set(problems)].map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  )
}
