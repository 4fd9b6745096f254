// Why the work on an upload ended before its time: without it a progress bar would become the form
// again without a word.
import type { UploadStatus } from '@/api/uploads'
import { Notice } from '@/components/ui/Notice'
import { isMoving } from '@/lib/uploads'

import { JobLink } from './JobLink'

interface LastFailureProps {
  status: UploadStatus
  owner: boolean
}

export function LastFailure({ status, owner }: LastFailureProps) {
  if (!status.message || isMoving(status)) return null
  // After a rating that failed it would not be rated.
  const what = status.status === 'rated' ? 'purchase' : 'rating'
  return (
    <Notice tone="error" actions={<JobLink jobId={owner ? status.job_id : null} />}>
      The last {what} did not finish: {status.message}
    </Notice>
  )
}
