// How far the rows of an upload are, while they are rated or bought.
import { JobView } from '@/components/ui/jobs/JobProgress'
import { formatCount } from '@/lib/format'

import { JobLink } from './JobLink'

interface UploadProgressProps {
  text: (done: string, total: string) => string
  done: number
  total: number
  failed: number
  /** None for those who may only look, and before there is a job. */
  jobId: string | null | undefined
}

export function UploadProgress({ text, done, total, failed, jobId }: UploadProgressProps) {
  return (
    <>
      <JobView
        job={{ done, total, finished: false, failures: [], failedCount: failed }}
        lost={false}
        noun="shipment"
        mayLeave
        text={(n, m) => text(formatCount(n), formatCount(m))}
      />
      <JobLink jobId={jobId} />
    </>
  )
}
