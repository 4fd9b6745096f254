// Draws the busy modal. It is in the page from the first instant, so that nothing below can be
// clicked twice, but fades in a moment later: quick requests do not flash.
import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { formatCount } from '@/lib/format'
import { goTo } from '@/lib/goTo'
import { useStore } from '@/lib/store'

import { AppModal } from './AppModal'
import classes from './BusyModal.module.css'
import { type BusyEntry, type BusyProgress, busyEntries } from './busy'
import { ignoreHeldEnter } from './heldEnter'
import { progressPercent } from './progressPercent'

export function BusyModal() {
  const current = useStore(busyEntries).at(-1)
  // The last entry keeps being drawn while the modal fades out.
  const [shown, setShown] = useState<BusyEntry | undefined>(current)
  if (current && current !== shown) setShown(current)
  const entry = current ?? shown

  return (
    <AppModal
      opened={current !== undefined}
      onClose={noClose}
      closable={false}
      size="sm"
      classNames={{ overlay: classes.late ?? '', content: classes.late ?? '' }}
      title={
        <Group gap="sm" wrap="nowrap" component="span">
          <Loader size={18} />
          {/* No <output>: browsers leave it out of the dialog's name. */}
          <span aria-live="polite">{entry?.text}</span>
        </Group>
      }
    >
      {entry && <BusyBody entry={entry} />}
    </AppModal>
  )
}

// Closing is the work's own business: it ends, is cancelled or is left.
function noClose(): void {}

function BusyBody({ entry }: { entry: BusyEntry }) {
  return (
    // The focus rests here, not on a button: a held Enter must not cancel what it just started.
    <Stack gap="sm" tabIndex={-1} data-autofocus className={classes.body} {...ignoreHeldEnter}>
      {entry.progress && <BusyBar progress={entry.progress} text={entry.text} />}
      {entry.leave && (
        <Text size="sm" c="dimmed">
          You may leave this: the work goes on in the background.
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {entry.page !== null && <FollowButton entry={entry} page={entry.page} />}
        {entry.leave && (
          <Button variant="default" onClick={entry.leave}>
            Leave
          </Button>
        )}
        {entry.cancel && (
          <Button variant="default" onClick={entry.cancel} disabled={entry.cancelling}>
            {entry.cancelling ? 'Cancelling...' : 'Cancel'}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function FollowButton({ entry, page }: { entry: BusyEntry; page: string }) {
  const follow = () => {
    entry.leave?.()
    goTo(page)
  }
  return (
    <Button variant="subtle" onClick={follow}>
      Show in Jobs
    </Button>
  )
}

function BusyBar({ progress, text }: { progress: BusyProgress; text: string }) {
  return (
    <Stack gap={4}>
      <Progress value={progressPercent(progress.done, progress.total)} aria-label={text} />
      <Text size="sm" c="dimmed">
        {formatCount(progress.done)} of {formatCount(progress.total)}
      </Text>
    </Stack>
  )
}
