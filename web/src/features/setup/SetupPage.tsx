// First run: who owns this deployment. Short; afterwards the owner is signed in.
import { zodResolver } from '@hookform/resolvers/zod'
import { Anchor, Button, Checkbox } from '@mantine/core'
import { useForm, useFormState } from 'react-hook-form'
import * as z from 'zod/mini'

import { fetchDocument } from '@/api/documents'
import { fieldsBelow, requestErrorText } from '@/api/errors'
import { setUp } from '@/api/session'
import { Form } from '@/components/form/Form'
import { PasswordField, TextField } from '@/components/form/TextField'
import { PublicPage } from '@/components/layout/PublicPage'
import { HtmlBody } from '@/components/ui/HtmlBody'
import { isCancelled, withBusy } from '@/components/ui/modals/busy'
import { openModal } from '@/components/ui/modals/dialogs'
import { toastError } from '@/components/ui/modals/toasts'

const filled = z.string().check(z.trim(), z.minLength(1, 'cannot be empty'))
const schema = z
  .object({
    name: filled,
    email: filled,
    password: z.string().check(z.minLength(8, 'should be at least 8 characters')),
    password_confirmation: z.string(),
    accept_terms: z.boolean().check(z.refine((on) => on, 'Please accept the terms to go on')),
  })
  .check(
    z.refine((values) => values.password === values.password_confirmation, {
      error: 'Password and repeat password should match',
      path: ['password_confirmation'],
    }),
  )

const RENAME = fieldsBelow('owner', ['name', 'email', 'password', 'password_confirmation'])

async function readTerms(): Promise<void> {
  try {
    const terms = await withBusy('Fetching data...', (signal) => fetchDocument('terms', signal))
    openModal({
      title: terms.title,
      size: 'lg',
      content: () => <HtmlBody html={terms.body} />,
    })
  } catch (error) {
    if (!isCancelled(error)) toastError(requestErrorText(error))
  }
}

function submit(values: z.infer<typeof schema>): Promise<void> {
  const { name, email, password, password_confirmation } = values
  return setUp({ name, email, password, password_confirmation })
}

export function SetupPage() {
  const form = useForm({
    resolver: zodResolver(schema),
    // The form finds the first wrong field by its place on the page.
    shouldFocusError: false,
    defaultValues: {
      name: '',
      email: '',
      password: '',
      password_confirmation: '',
      accept_terms: false,
    },
  })
  const { isSubmitting, errors } = useFormState({ control: form.control })

  return (
    <PublicPage
      wide
      title="Welcome to Waybill"
      description="Create the owner's account. You can add users with limited access later."
    >
      <Form form={form} onSubmit={submit} rename={RENAME} guard={false} aria-label="Set up">
        <TextField control={form.control} name="name" label="Name" autoComplete="name" />
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
          description="At least 8 characters."
          autoComplete="new-password"
        />
        <PasswordField
          control={form.control}
          name="password_confirmation"
          label="Repeat password"
          autoComplete="new-password"
        />
        <Checkbox
          {...form.register('accept_terms')}
          error={errors.accept_terms?.message}
          aria-invalid={errors.accept_terms ? true : undefined}
          label={
            <>
              I accept the{' '}
              <Anchor inherit component="button" type="button" onClick={() => void readTerms()}>
                Terms &amp; Conditions
              </Anchor>
            </>
          }
        />
        <Button type="submit" fullWidth loading={isSubmitting}>
          Create account and sign in
        </Button>
      </Form>
    </PublicPage>
  )
}
