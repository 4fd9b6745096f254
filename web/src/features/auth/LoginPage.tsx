// The sign-in form. A success stores the session; the app follows it and leaves this page.
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Control, useForm, useFormState, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { getConfig } from '@/api/config'
import { serverMessageOr } from '@/api/errors'
import { signIn } from '@/api/session'
import { Form } from '@/components/form/Form'
import { PasswordField, TextField } from '@/components/form/TextField'
import { PublicPage } from '@/components/layout/PublicPage'
import { AnchorLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'

import classes from './auth.module.css'
import { passwordText } from './passwordRules'
import { TestWidget } from './TestWidget'

const schema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'cannot be empty')),
  password: passwordText,
})
type Values = z.infer<typeof schema>

const LINK_TEXTS = {
  expired: 'This sign-in link has expired. Please sign in.',
  failed: 'Failed to authenticate, account may not exist',
}

async function submit({ email, password }: Values): Promise<void> {
  try {
    await signIn(email, password)
  } catch (error) {
    throw new Error(serverMessageOr(error, 'Login error!'), { cause: error })
  }
}

export function LoginPage({ link }: { link?: keyof typeof LINK_TEXTS | undefined }) {
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  })
  const { isSubmitting } = useFormState({ control: form.control })

  useEffect(() => form.setFocus('email'), [form])

  const onSubmit = async (values: Values) => {
    await submit(values)
    // The address that tells of the failed link would keep this page.
    if (link) await navigate({ to: '/', replace: true })
  }

  return (
    <PublicPage title="Sign in">
      <Form form={form} onSubmit={onSubmit} guard={false} aria-label="Sign in">
        {link && <Notice tone="warning">{LINK_TEXTS[link]}</Notice>}
        <TextField
          control={form.control}
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
        />
        <PasswordField
          control={form.control}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
        <Button type="submit" fullWidth loading={isSubmitting}>
          Sign in
        </Button>
        <div className={classes.below}>
          <ForgotLink control={form.control} />
        </div>
      </Form>
      {!getConfig().production && <TestWidget />}
    </PublicPage>
  )
}

/** Takes the typed e-mail along. Apart, so that typing renders only this link. */
function ForgotLink({ control }: { control: Control<Values> }) {
  const email = useWatch({ control, name: 'email' })
  return (
    <AnchorLink to="/forgot-password" search={email ? { email } : {}} size="sm">
      Forgot Password
    </AnchorLink>
  )
}
