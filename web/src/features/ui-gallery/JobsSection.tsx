// A job from its start to its report. The running one counts up by itself.
import { Button } from '@mantine/core'
import { useState } from 'react'

import type { JobSnapshot } from '@/components/ui/jobs/job'
import { JobProgress, JobView } from '@/components/ui/jobs/JobProgress'
import { toastSuccess } from '@/components/ui/modals/toasts'

import { Example } from './Example'
import classes from './gallery.module.css'

const TOTAL = 12
const text = (done: number, total: number) => `Getting rates: ${done} out of ${total} shipments`
const view = { text, noun: 'shipment', lost: false }

const FAILED: JobSnapshot = {
  done: 120,
  total: 120,
  finished: true,
  failures: [
    ...Array.from({ length: 14 }, (_, at) => ({
      item: `Row#${at * 3 + 2}`,
      cause: 'Parcel weight is missing',
    })),
    { item: 'Row#7', cause: 'The ZIP code 00000 is unknown' },
    { item: 'Row#31', cause: 'The ZIP code 00000 is unknown' },
  ],
}

export function JobsSection() {
  const [round, setRound] = useState(0)
  return (
    <div className={classes.pair}>
      <Example title="Followed: polls every second, may be left">
        <div className={classes.box}>
          <CountingJob key={round} />
        </div>
        <Button
          variant="default"
          size="xs"
          className={classes.start}
          onClick={() => setRound(round + 1)}
        >
          Start again
        </Button>
      </Example>
      <Example title="Not counted yet; connection lost">
        <div className={classes.box}>
          <JobView {...view} job={null} lost />
        </div>
      </Example>
      <Example title="Finished with failures, grouped by cause">
        <div className={classes.box}>
          <JobView {...view} job={FAILED} onRetryFailed={() => toastSuccess('Retrying 16 rows')} />
        </div>
      </Example>
      <Example title="Finished well; failed as a whole">
        <div className={classes.box}>
          <JobView {...view} job={{ done: 120, total: 120, finished: true, failures: [] }} />
          <JobView
            {...view}
            job={{
              done: 0,
              total: null,
              finished: true,
              failures: [],
              error: 'The file could not be read as CSV.',
            }}
          />
        </div>
      </Example>
    </div>
  )
}

function CountingJob() {
  const [started] = useState(() => Date.now())
  const poll = async (): Promise<JobSnapshot> => {
    const done = Math.min(TOTAL, Math.floor((Date.now() - started) / 2_000))
    return { done, total: TOTAL, finished: done === TOTAL, failures: [] }
  }
  return <JobProgress poll={poll} text={text} noun="shipment" mayLeave />
}
