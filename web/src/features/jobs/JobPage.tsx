// /jobs/{id}: one bulk action, from its progress to the outcome of each row.
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { serverUrl } from '@/api/config'
import { listErrorText } from '@/api/errors'
import { jobCausesQuery, type JobDetail, jobQuery } from '@/api/jobs'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { FailureCauses } from '@/components/ui/jobs/FailureCauses'
import { JobView } from '@/components/ui/jobs/JobProgress'
import { ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatCount, formatDateTime } from '@/lib/format'

import { JobOutcomes } from './JobOutcomes'
import classes from './jobs.module.css'
import { useJobActions } from './useJobActions'
import { jobLink, kindWords, stateWords } from './words'

const route = getRouteApi('/_app/jobs/$id')
const POLL_MS = 1_000

export function JobPage() {
  const { id } = route.useParams()
  const { data, error, isError, refetch } = useQuery({
    ...jobQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !state.data.finished_at ? POLL_MS : false),
  })
  return (
    <>
      <PageHeader title={data ? titleOf(data) : 'Job'}>
        <ButtonLink variant="default" to="/jobs">
          Jobs
        </ButtonLink>
        {data && <JobButtons job={data} />}
      </PageHeader>
      {data ? (
        <Job key={id} job={data} lost={isError} />
      ) : error ? (
        <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock />
      )}
    </>
  )
}

function titleOf({ title, kind }: JobDetail): string {
  return title || kindWords(kind)
}

function JobButtons({ job }: { job: JobDetail }) {
  const owner = !useUser().person
  const navigate = useNavigate()
  const { retry, cancel, busy } = useJobActions()
  const doing = busy.get(job.id)
  /** What failed is done again by another job: that is the one to look at. */
  const tryAgain = async () => {
    const next = await retry(job.id)
    if (next !== null) await navigate({ to: '/jobs/$id', params: { id: next } })
  }
  const link = jobLink(job.link)
  return (
    <>
      {link?.kind === 'page' && (
        <ButtonLink variant="default" to={link.to}>
          Open
        </ButtonLink>
      )}
      {link?.kind === 'file' && (
        <Button variant="default" component="a" href={serverUrl(link.url)} download>
          Download
        </Button>
      )}
      {owner && job.cancellable && (
        <Button variant="default" loading={doing === 'cancel'} onClick={() => void cancel(job.id)}>
          Cancel
        </Button>
      )}
      {owner && job.retryable && (
        <Button loading={doing === 'retry'} onClick={() => void tryAgain()}>
          Retry failed
        </Button>
      )}
    </>
  )
}

function Job({ job, lost }: { job: JobDetail; lost: boolean }) {
  const finished = Boolean(job.finished_at)
  const { done, total = null } = job.progress
  const [tone, words] = stateWords({ state: job.state, failed: job.rows.failed })
  return (
    <Stack gap="md">
      <dl className={classes.facts}>
        <Fact name="State">
          <StatusBadge tone={tone}>{words}</StatusBadge>
        </Fact>
        <Fact name="Started by">{job.started_by}</Fact>
        <Fact name="Started">{formatDateTime(job.created_at)}</Fact>
        {finished && <Fact name="Finished">{formatDateTime(job.finished_at)}</Fact>}
        <Fact name="Succeeded">{formatCount(job.rows.ok)}</Fact>
        <Fact name="Failed">{formatCount(job.rows.failed)}</Fact>
      </dl>
      {finished && job.message && (
        <Notice tone={job.state === 'failed' ? 'error' : 'info'}>{job.message}</Notice>
      )}
      {!finished && (
        <JobView
          job={{ done, total, finished: false, failures: [], failedCount: job.rows.failed }}
          lost={lost}
          noun="row"
          mayLeave
          text={(n, m) => `${formatCount(n)} out of ${formatCount(m)}`}
        />
      )}
      {job.rows.failed > 0 && <Causes id={job.id} failed={job.rows.failed} />}
      <JobOutcomes id={job.id} running={!finished} count={job.rows.ok + job.rows.failed} />
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Asked again whenever more rows have failed. */
function Causes({ id, failed }: { id: string; failed: number }) {
  const causes = useQuery(jobCausesQuery(id, failed)).data ?? []
  return <FailureCauses causes={causes} order={2} />
}
