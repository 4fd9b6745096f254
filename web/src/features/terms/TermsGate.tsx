// Blocks the app while the user has terms to accept. Accept reloads the app; Deny clears local
// storage, and with it the session, and returns to '/'.
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'

import { requestErrorText } from '@/api/errors'
import { acceptTerms, useUser } from '@/api/user'
import { HtmlBody } from '@/components/ui/HtmlBody'
import { AppModal } from '@/components/ui/modals/AppModal'
import { isCancelled, withBusy } from '@/components/ui/modals/busy'
import { toastError } from '@/components/ui/modals/toasts'
import { clearStorage } from '@/lib/storage'

import classes from './terms.module.css'

async function accept(version: number): Promise<void> {
  try {
    await withBusy('Sending request...', () => acceptTerms(version), { cancellable: false })
    window.location.reload()
  } catch (error) {
    if (!isCancelled(error)) toastError(requestErrorText(error))
  }
}

export function TermsGate() {
  const terms = useUser().tos_to_accept
  const [checked, setChecked] = useState(false)
  if (!terms) return null

  return (
    <main className={classes.ground}>
      <AppModal opened onClose={noClose} closable={false} title={terms.title} size="lg">
        <Stack>
          <section className={classes.text} aria-label={terms.title} tabIndex={0}>
            <HtmlBody html={terms.body} />
          </section>
          <Checkbox
            label="I have read and accept these terms"
            checked={checked}
            onChange={(event) => setChecked(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={clearStorage}>
              Deny
            </Button>
            <Button disabled={!checked} onClick={() => void accept(terms.version)}>
              Accept
            </Button>
          </Group>
        </Stack>
      </AppModal>
    </main>
  )
}

function noClose(): void {
  // Only Accept and Deny lead on.
}
