// A form that fills a page: sections beside their explanation, and a bar with the save button that
// stays in view and says when something is unsaved.
import { Button, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'

import { Form, type FormProps } from './Form'
import classes from './form.module.css'
import { FormBar } from './FormBar'

interface FullPageFormProps<V extends FieldValues, C, T> extends FormProps<V, C, T> {
  submitLabel?: string
  /** Besides saving: the form's own conditions, such as a missing choice. */
  submitDisabled?: boolean
  /** Buttons left of the save button: Close, Back. */
  actions?: ReactNode
}

export function FullPageForm<V extends FieldValues, C, T>({
  form,
  submitLabel = 'Save Changes',
  submitDisabled = false,
  actions,
  children,
  ...rest
}: FullPageFormProps<V, C, T>) {
  const { isSubmitting, isDirty } = useFormState({ control: form.control })
  return (
    <Form form={form} {...rest}>
      <div className={classes.page}>{children}</div>
      <FormBar text={isDirty ? 'Unsaved changes' : ''}>
        {isDirty && (
          <Button variant="subtle" color="gray" px="xs" onClick={() => form.reset()}>
            Discard
          </Button>
        )}
        {actions}
        <Button type="submit" loading={isSubmitting} disabled={submitDisabled}>
          {submitLabel}
        </Button>
      </FormBar>
    </Form>
  )
}

interface FormSectionProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed" mt={4}>
            {description}
          </Text>
        )}
      </div>
      <Stack gap="sm">{children}</Stack>
    </section>
  )
}
