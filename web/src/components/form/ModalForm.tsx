// A form in a modal. Closes itself after a successful save; closing with unsaved changes asks
// first. Every opening starts from the same values.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'

import { AppModal, type AppModalProps } from '@/components/ui/modals/AppModal'

import { confirmDiscard } from './DirtyGuard'
import { Form, type FormProps } from './Form'
import classes from './form.module.css'

// The fields are reset on closing; fading out would show them empty.
const CLOSE_AT_ONCE = { duration: 150, exitDuration: 0, transition: 'fade-down' } as const

interface ModalFormProps<V extends FieldValues, C, T>
  extends Omit<FormProps<V, C, T>, 'guard'>, Pick<AppModalProps, 'opened' | 'title' | 'size'> {
  /** Called when the modal wants to close: saved, cancelled or discarded. */
  onClose: () => void
  submitLabel?: string
  submitDisabled?: boolean
  danger?: boolean
}

export function ModalForm<V extends FieldValues, C, T>({
  form,
  onSubmit,
  opened,
  onClose,
  title,
  size,
  submitLabel = 'Save',
  submitDisabled = false,
  danger = false,
  children,
  ...rest
}: ModalFormProps<V, C, T>) {
  const { isSubmitting, isDirty } = useFormState({ control: form.control })
  useEffect(() => {
    if (!opened) return undefined
    const start = form.getValues()
    return () => form.reset(start)
  }, [opened, form])

  const close = async () => {
    if (isSubmitting) return
    if (isDirty && !(await confirmDiscard())) return
    onClose()
  }

  return (
    <AppModal
      opened={opened}
      onClose={() => void close()}
      closeOnClickOutside={false}
      title={title}
      size={size}
      transitionProps={CLOSE_AT_ONCE}
    >
      <Form
        form={form}
        onSubmit={async (values) => {
          await onSubmit(values)
          onClose()
        }}
        {...rest}
      >
        {children}
        <div className={classes.modalFooter}>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            loading={isSubmitting}
            disabled={submitDisabled}
          >
            {submitLabel}
          </Button>
        </div>
      </Form>
    </AppModal>
  )
}
