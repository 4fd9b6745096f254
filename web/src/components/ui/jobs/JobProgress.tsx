// Shows how a job is doing and, at its end, how it went: a bar with counts while it runs, then the
// failures grouped by cause. The work never depends on this being shown.
import { Button, Loader, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { progressPercent } from '@/components/ui/modals/progressPercent'
import { Notice } from '@/components/ui/Notice'
import { formatCount, plural } from '@/lib/format'

import { failedCount, type FailureGroup, groupFailures, type JobSnapshot } from './job'
import classes from './JobProgress.module.css'
import { type PollJob, useJob } from './useJob'

const SHOWN_ITEMS = 8

interface JobProgressProps {
  poll: PollJob
  /** 'Getting rates: 3 out of 12 shipments' */
  text: (done: number, total: number) => string
  /** What is worked on, in the singular: 'shipment'. */
  noun: string
  /** Says that the page may be left while the job goes on. */
  mayLeave?: boolean
  onFinished?: (job: JobSnapshot) => void
  onRetryFailed?: () => void
  /** Shown below the report: links to what was made. */
  children?: ReactNode
}

export function JobProgress({ poll, onFinished, ...view }: JobProgressProps) {
  const { job, lost } = useJob(poll, onFinished)
  return <JobView job={job} lost={lost} {...view} />
}

interface JobViewProps extends Omit<JobProgressProps, 'poll' | 'onFinished'> {
  job: JobSnapshot | null
  lost: boolean
}

/** The same without the polling, for callers that know the job already. */
export function JobView({ job, lost, mayLeave, children, ...rest }: JobViewProps) {
  return (
    <div className={classes.root}>
      {job?.finished ? (
        <JobReport job={job} {...rest}>
          {children}
        </JobReport>
      ) : (
        <JobRunning job={job} text={rest.text} />
      )}
      {lost && (
        <Notice tone="warning">The connection was lost. The work goes on; trying again...</Notice>
      )}
      {mayLeave && !job?.finished && (
        <Text size="sm" c="dimmed">
          You may leave this page: the work goes on, and its result is kept.
        </Text>
      )}
    </div>
  )
}

function JobRunning({ job, text }: { job: JobSnapshot | null; text: JobProgressProps['text'] }) {
  const total = job?.total ?? null
  const words = job && total !== null ? text(job.done, total) : 'Starting...'
  const failed = job ? failedCount(job) : 0
  return (
    <>
      <div className={classes.head}>
        <Loader size={16} />
        <output>{words}</output>
        {failed > 0 && (
          <Text span size="sm" c="dimmed">
            {formatCount(failed)} failed so far
          </Text>
        )}
      </div>
      <Progress value={progressPercent(job?.done ?? 0, total ?? 0)} aria-label={words} />
    </>
  )
}

type JobReportProps = Pick<JobProgressProps, 'noun' | 'onRetryFailed' | 'children'> & {
  job: JobSnapshot
}

function JobReport({ job, noun, onRetryFailed, children }: JobReportProps) {
  const failed = failedCount(job)
  const good = Math.max(0, job.done - failed)
  const tone = job.error ? 'error' : failed > 0 ? 'warning' : 'success'
  return (
    <>
      <Notice
        tone={tone}
        title={
          job.error ??
          `${plural(good, noun)} done${failed > 0 ? `, ${formatCount(failed)} failed` : ''}.`
        }
        actions={
          onRetryFailed && failed > 0 ? (
            <Button size="xs" variant="default" onClick={onRetryFailed}>
              Retry failed
            </Button>
          ) : undefined
        }
      />
      {job.failures.length > 0 && (
        <ul className={classes.groups} aria-label="Failures by cause">
          {groupFailures(job.failures).map((group) => (
            <FailureItem key={group.cause} group={group} />
          ))}
        </ul>
      )}
      {children}
    </>
  )
}

function FailureItem({ group }: { group: FailureGroup }) {
  const shown = group.items.slice(0, SHOWN_ITEMS)
  const rest = group.items.length - shown.length
  return (
    <li className={classes.group}>
      <span className={classes.count}>{formatCount(group.items.length)} ×</span>
      <div>
        <div>{group.cause}</div>
        <Text size="sm" c="dimmed">
          {shown.join(', ')}
          {rest > 0 && ` and ${formatCount(rest)} more`}
        </Text>
      </div>
    </li>
  )
}
