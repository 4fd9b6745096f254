// Text fields: one line, several lines, password. Uncontrolled: typing renders nothing.
import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent, FocusEvent, HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import type { Control, FieldValues } from 'react-hook-form'

import { type FieldProps, type TextPath, useFieldError } from './field'
import { limitInput, type TextLimits } from './textLimits'

interface TextualProps<V extends FieldValues, N extends TextPath<V>, C, T>
  extends FieldProps<V, N, C, T>, TextLimits {
  placeholder?: string
  /** 'off' unless said otherwise: most forms are about other people. */
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Where a modal puts the focus first. */
  focusFirst?: boolean
}

interface TextFieldProps<V extends FieldValues, N extends TextPath<V>, C, T> extends TextualProps<
  V,
  N,
  C,
  T
> {
  type?: 'text' | 'email' | 'url' | 'tel'
  inputMode?: 'text' | 'numeric' | 'decimal'
  leftSection?: ReactNode
}

function useTextInput<V extends FieldValues, N extends TextPath<V>, C, T>(
  control: Control<V, C, T>,
  name: N,
  limits: TextLimits,
) {
  const registered = control.register(name)
  const error = useFieldError(control, name)
  return {
    ...registered,
    error,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      limitInput(event.currentTarget, limits)
      return void registered.onChange(event)
    },
    onBlur: (event: FocusEvent) => void registered.onBlur(event),
  }
}

export function TextField<V extends FieldValues, N extends TextPath<V>, C, T>({
  control,
  name,
  allowed,
  maxLength,
  focusFirst,
  autoComplete = 'off',
  ...input
}: TextFieldProps<V, N, C, T>) {
  const text = useTextInput(control, name, { allowed, maxLength })
  return (
    <TextInput
      {...input}
      {...text}
      autoComplete={autoComplete}
      data-autofocus={focusFirst || undefined}
    />
  )
}

interface TextareaFieldProps<
  V extends FieldValues,
  N extends TextPath<V>,
  C,
  T,
> extends TextualProps<V, N, C, T> {
  rows?: number
}

export function TextareaField<V extends FieldValues, N extends TextPath<V>, C, T>({
  control,
  name,
  allowed,
  maxLength,
  focusFirst,
  autoComplete = 'off',
  rows = 3,
  ...input
}: TextareaFieldProps<V, N, C, T>) {
  const text = useTextInput(control, name, { allowed, maxLength })
  return (
    <Textarea
      {...input}
      {...text}
      rows={rows}
      autoComplete={autoComplete}
      data-autofocus={focusFirst || undefined}
    />
  )
}

interface PasswordFieldProps<V extends FieldValues, N extends TextPath<V>, C, T> extends FieldProps<
  V,
  N,
  C,
  T
> {
  autoComplete: 'current-password' | 'new-password'
  focusFirst?: boolean
}

export function PasswordField<V extends FieldValues, N extends TextPath<V>, C, T>({
  control,
  name,
  focusFirst,
  ...input
}: PasswordFieldProps<V, N, C, T>) {
  const text = useTextInput(control, name, {})
  return (
    <PasswordInput
      {...input}
      {...text}
      aria-invalid={text.error ? true : undefined}
      data-autofocus={focusFirst || undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', type: 'button' }}
    />
  )
}
