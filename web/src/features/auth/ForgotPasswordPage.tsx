// Asks for an e-mail with a link to set a new password.
import { Button, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Control, useForm, useFormState, useWatch } from 'react-hook-form'

import { serverMessageOr } from '@/api/errors'
import { requestPasswordReset } from '@/api/session'
import { Form } from '@/components/form/Form'
import { TextField } from '@/components/form/TextField'
import { PublicPage } from '@/components/layout/PublicPage'
import { ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'

const route = getRouteApi('/_public/forgot-password')

interface Values {
  email: string
}

export function ForgotPasswordPage() {
  const { email = '' } = route.useSearch()
  const [sent, setSent] = useState(false)
  const form = useForm<Values>({ defaultValues: { email } })

  const submit = async (values: Values) => {
    setSent(false)
    try {
      await requestPasswordReset(values.email.trim())
      setSent(true)
    } catch (error) {
      throw new Error(serverMessageOr(error, 'Error sending email.'), { cause: error })
    }
  }

  return (
    <PublicPage
      title="Forgot password"
      description="We will send you an e-mail with a link to set a new password."
    >
      <Form form={form} onSubmit={submit} guard={false} aria-label="Forgot password">
        {sent && (
          <Notice tone="success" announce>
            Reset password email sent.
          </Notice>
        )}
        <TextField
          control={form.control}
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
        />
        <Stack gap="xs">
          <SendButton control={form.control} />
          <ButtonLink to="/" variant="default" fullWidth>
            BACK TO LOGIN
          </ButtonLink>
        </Stack>
      </Form>
    </PublicPage>
  )
}

function SendButton({ control }: { control: Control<Values> }) {
  const email = useWatch({ control, name: 'email' })
  const { isSubmitting } = useFormState({ control })
  return (
    <Button type="submit" fullWidth disabled={email.trim() === ''} loading={isSubmitting}>
      SEND INSTRUCTIONS
    </Button>
  )
}
