// The last step: labels are bought, then printed. What failed is grouped by its cause, can be
// corrected, deleted or tried again, and stands in the results file; nothing is lost.
import { Button, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { failureText } from '@/api/errors'
import { jobCausesQuery } from '@/api/jobs'
import { retryUpload, uploadRatesQuery, type UploadStatus } from '@/api/uploads'
import { useUser } from '@/api/user'
import { FailureCauses } from '@/components/ui/jobs/FailureCauses'
import { ButtonLink } from '@/components/ui/links'
import { showFailure } from '@/components/ui/modals/dialogs'
import { Notice } from '@/components/ui/Notice'
import { formatCount, plural } from '@/lib/format'
import { isMoving } from '@/lib/uploads'

import { FailedShipments } from './FailedShipments'
import { Missing } from './Missing'
import { printAll } from './printAll'
import { ResultsFile } from './ResultsFile'
import { RowErrors } from './RowErrors'
import { UploadProgress } from './UploadProgress'
import classes from './wizard.module.css'

interface LabelsProps {
  id: string
  status: UploadStatus
  owner: boolean
  onStep: (next: string) => Promise<void>
}

export function Labels({ id, status, owner, onStep }: LabelsProps) {
  if (!isMoving(status)) {
    return <Bought id={id} status={status} owner={owner} onStep={onStep} />
  }
  const failed = status.label_errors_count
  return (
    <UploadProgress
      text={(n, m) => `Purchasing labels: ${n} out of ${m} shipments`}
      done={status.labels_count + failed}
      total={status.shipments_count}
      failed={failed}
      jobId={owner ? status.job_id : null}
    />
  )
}

/** One row is enough to know what is short and which rows never became shipments. */
const FIRST = { page: 1, per: 10, errors: true }
const NO_MESSAGES = {}

function Bought({ id, status, owner, onStep }: LabelsProps) {
  const { labels_count, label_errors_count: failed, job_id } = status
  const rates = useQuery(uploadRatesQuery(id, FIRST)).data
  const tone = failed === 0 ? 'success' : labels_count === 0 ? 'error' : 'warning'
  return (
    <Stack gap="md">
      <Notice
        tone={tone}
        announce={false}
        title={`${plural(labels_count, 'label')} purchased${failed > 0 ? `, ${formatCount(failed)} failed` : ''}.`}
      />
      {failed > 0 && (
        <Missing amount={rates?.missing}>
          Add funds, then buy the rest with &apos;Retry failed&apos;.
        </Missing>
      )}
      <Actions id={id} status={status} failed={failed} owner={owner} onStep={onStep} />
      {failed > 0 && job_id && <Causes jobId={job_id} failed={failed} />}
      {failed > 0 && <FailedShipments id={id} owner={owner} />}
      <RowErrors messages={rates?.messages ?? NO_MESSAGES} total={rates?.errors_count} />
    </Stack>
  )
}

interface ActionsProps extends LabelsProps {
  failed: number
}

function Actions({ id, status, failed, owner, onStep }: ActionsProps) {
  const { settings } = useUser()
  const [retrying, setRetrying] = useState(false)
  const { labels_count } = status

  const retry = async () => {
    setRetrying(true)
    try {
      await onStep(await retryUpload(id))
    } catch (error) {
      await showFailure(failureText(error))
    } finally {
      setRetrying(false)
    }
  }

  return (
    <div className={classes.buttons}>
      {labels_count > 0 && (
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void printAll({ uploadId: id, count: labels_count, settings })}
        >
          Print All Labels
        </Button>
      )}
      {owner && failed > 0 && (
        <Button
          variant="default"
          disabled={retrying}
          loading={retrying}
          onClick={() => void retry()}
        >
          Retry failed
        </Button>
      )}
      <ResultsFile id={id} />
      {labels_count > 0 && (
        <ButtonLink variant="default" to="/shipments" search={{ upload_id: id }}>
          View Shipments
        </ButtonLink>
      )}
    </div>
  )
}

function Causes({ jobId, failed }: { jobId: string; failed: number }) {
  const causes = useQuery({ ...jobCausesQuery(jobId, failed), staleTime: 0 }).data ?? []
  return <FailureCauses causes={causes} order={3} />
}
