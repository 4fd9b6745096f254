// Changing one's password, as a page.
import { Button } from '@mantine/core'
import { useFormState } from 'react-hook-form'

import type { PasswordChange } from '@/api/user'
import { Form } from '@/components/form/Form'
import { PageHeader } from '@/components/layout/PageHeader'

import classes from './auth.module.css'
import { PASSWORD_RENAME, PasswordFields, savePassword, usePasswordForm } from './PasswordFields'

export function ResetPasswordPage() {
  const form = usePasswordForm()
  const { isSubmitting } = useFormState({ control: form.control })

  const submit = async (values: PasswordChange) => {
    await savePassword(values)
    form.reset()
  }

  return (
    <>
      <PageHeader title="Reset Password" />
      <div className={classes.panel}>
        <Form
          form={form}
          onSubmit={submit}
          rename={PASSWORD_RENAME}
          guard={false}
          aria-label="Reset Password"
        >
          <PasswordFields control={form.control} />
          <div>
            <Button type="submit" loading={isSubmitting}>
              Save changes
            </Button>
          </div>
        </Form>
      </div>
    </>
  )
}
