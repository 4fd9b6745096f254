// Dialogs, the busy modal and toasts, opened by plain function calls.
import { Button } from '@mantine/core'

import { withBusy } from '@/components/ui/modals/busy'
import { confirm, openModal, showFailure, showSuccess } from '@/components/ui/modals/dialogs'
import { toastCopied, toastError, toastSuccess } from '@/components/ui/modals/toasts'

import { Example } from './Example'
import classes from './gallery.module.css'
import { wait } from './wait'

async function askAndDelete(): Promise<void> {
  const yes = await confirm({
    title: 'Delete shipment',
    message: 'Are you sure you want to delete this shipment? This action cannot be undone.',
    confirmLabel: 'Delete',
    danger: true,
  })
  toastSuccess(yes ? 'Deleted' : 'Kept')
}

async function askAndCompile(): Promise<void> {
  const yes = await confirm({
    title: 'Compile labels',
    message: 'This will compile the selected labels and mark them as downloaded, proceed?',
    confirmLabel: 'Compile',
  })
  if (yes) await runBusy()
}

async function runBusy(): Promise<void> {
  try {
    await withBusy('Compiling 12 label(s)...', (signal) => wait(4_000, signal))
    void showSuccess()
  } catch {
    toastError('Cancelled')
  }
}

async function runNested(): Promise<void> {
  const inner = async (signal: AbortSignal) => {
    await wait(1_500, signal)
    await withBusy('Fetching data...', (innerSignal) => wait(1_500, innerSignal))
    await wait(1_500, signal)
  }
  await withBusy('Updating...', inner).catch(() => toastError('Cancelled'))
}

async function runProgress(): Promise<void> {
  const work = async (
    signal: AbortSignal,
    report: (at: { done: number; total: number }) => void,
  ) => {
    for (let done = 0; done <= 300; done += 20) {
      report({ done, total: 300 })
      await wait(400, signal)
    }
  }
  await withBusy('Buying 300 label(s)...', work, { mayLeave: true }).catch(() =>
    toastError('Cancelled'),
  )
  toastSuccess('300 labels bought')
}

function openNested(depth: number): void {
  openModal({
    title: `Modal ${depth}`,
    content: (close) => (
      <div className={classes.row}>
        <Button onClick={() => openNested(depth + 1)}>Open another</Button>
        <Button variant="default" onClick={close}>
          Close this one
        </Button>
      </div>
    ),
  })
}

const FAILURES = ['9400111899223197428490: already used', '9400111899223197428506: too old']

export function DialogsSection() {
  return (
    <div className={classes.pair}>
      <Example title="Ask">
        <div className={classes.row}>
          <Button variant="default" onClick={() => void askAndCompile()}>
            Confirm
          </Button>
          <Button variant="default" onClick={() => void askAndDelete()}>
            Confirm danger
          </Button>
          <Button variant="default" onClick={() => openNested(1)}>
            Nested modals
          </Button>
        </div>
      </Example>
      <Example title="Tell">
        <div className={classes.row}>
          <Button variant="default" onClick={() => void showSuccess()}>
            Success
          </Button>
          <Button variant="default" onClick={() => void showFailure()}>
            Failure
          </Button>
          <Button
            variant="default"
            onClick={() => void showFailure('Some refunds were refused.', FAILURES)}
          >
            Failure with details
          </Button>
        </div>
      </Example>
      <Example title="Busy">
        <div className={classes.row}>
          <Button variant="default" onClick={() => void runBusy()}>
            Busy
          </Button>
          <Button variant="default" onClick={() => void runNested()}>
            Busy, nested
          </Button>
          <Button variant="default" onClick={() => void runProgress()}>
            Busy with progress
          </Button>
        </div>
      </Example>
      <Example title="Toasts">
        <div className={classes.row}>
          <Button variant="default" onClick={() => toastSuccess('Invoice paid successfully!')}>
            Success toast
          </Button>
          <Button variant="default" onClick={() => toastError('Request error: Not Found')}>
            Error toast
          </Button>
          <Button
            variant="default"
            onClick={() => toastCopied('Api Key copied into your clipboard!')}
          >
            Copy toast
          </Button>
        </div>
      </Example>
    </div>
  )
}
