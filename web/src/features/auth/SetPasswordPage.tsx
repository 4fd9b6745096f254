// Sets a new password from the mailed link and signs in. A stale link says so and offers a new one.
import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Stack } from '@mantine/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useFormState } from 'react-hook-form'
import type * as z from 'zod/mini'

import { ApiError, fieldsBelow, serverMessageOr } from '@/api/errors'
import { setNewPassword } from '@/api/session'
import { Form } from '@/components/form/Form'
import { PasswordField } from '@/components/form/TextField'
import { PublicPage } from '@/components/layout/PublicPage'
import { ButtonLink } from '@/components/ui/links'

import { passwordReset } from './passwordRules'

const STALE = 'This link has expired or was used already. Please ask for a new one.'

const RENAME = fieldsBelow('user', ['password', 'password_confirmation'])

export function SetPasswordPage() {
  const token = useLocation({ select: (location) => location.hash })
  const [stale, setStale] = useState<string | null>(null)
  if (stale ?? !token) return <StaleLink message={stale ?? STALE} />
  return <SetPasswordForm token={token} onStale={setStale} />
}

function StaleLink({ message }: { message: string }) {
  return (
    <PublicPage title="This link cannot be used" description={message}>
      <Stack gap="xs">
        <ButtonLink to="/forgot-password" fullWidth>
          Ask for a new link
        </ButtonLink>
        <ButtonLink to="/" variant="default" fullWidth>
          BACK TO LOGIN
        </ButtonLink>
      </Stack>
    </PublicPage>
  )
}

interface SetPasswordFormProps {
  token: string
  onStale: (message: string) => void
}

function SetPasswordForm({ token, onStale }: SetPasswordFormProps) {
  const navigate = useNavigate()
  const { server } = useSearch({ from: '/_public/set-password' })
  const form = useForm({
    resolver: zodResolver(passwordReset),
    defaultValues: { password: '', password_confirmation: '' },
  })
  const { isSubmitting } = useFormState({ control: form.control })

  const submit = async (values: z.infer<typeof passwordReset>) => {
    try {
      await setNewPassword({ reset_token: token, ...values }, server === 'alternate')
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'expired')) throw error
      onStale(serverMessageOr(error, STALE))
      return
    }
    await navigate({ to: '/', replace: true })
  }

  return (
    <PublicPage title="Set a new password" description="At least 8 characters.">
      <Form
        form={form}
        onSubmit={submit}
        rename={RENAME}
        guard={false}
        aria-label="Set a new password"
      >
        <PasswordField
          control={form.control}
          name="password"
          label="New password"
          autoComplete="new-password"
        />
        <PasswordField
          control={form.control}
          name="password_confirmation"
          label="Repeat password"
          autoComplete="new-password"
        />
        <Button type="submit" fullWidth loading={isSubmitting}>
          Set password and sign in
        </Button>
      </Form>
    </PublicPage>
  )
}
