// What all field wrappers share: their props, and the one message a field shows.
import type { ReactNode } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldPathByValue,
  type FieldPathValue,
  type FieldValues,
  get,
  useController,
  useFormState,
} from 'react-hook-form'

export interface FieldProps<V extends FieldValues, N extends FieldPath<V>, C, T> {
  control: Control<V, C, T>
  name: N
  label: ReactNode
  description?: ReactNode
  required?: boolean
  disabled?: boolean
}

/** Names of fields that hold text. */
export type TextPath<V extends FieldValues> = FieldPathByValue<V, string | null | undefined>
export type NumberPath<V extends FieldValues> = FieldPathByValue<V, number | null | undefined>
export type BooleanPath<V extends FieldValues> = FieldPathByValue<V, boolean | null | undefined>

export function useFieldError<V extends FieldValues, C, T>(
  control: Control<V, C, T>,
  name: FieldPath<V>,
): string | undefined {
  const state = useFormState({ control, name, exact: true })
  return control.getFieldState(name, state).error?.message
}

/** For controlled inputs: `bind` goes onto the input, `value` and `onChange` are the caller's to shape. */
export function useValueField<V extends FieldValues, C, T>(
  control: Control<V, C, T>,
  name: FieldPath<V>,
) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name })
  const current: unknown = value
  return { value: current, onChange, bind: { ref, name, onBlur, error: error?.message } }
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

// The compiler cannot follow paths into a form it does not know: these two check at run time what
// the caller's own types promise.

function holdsText<V extends FieldValues>(values: V, path: string): path is TextPath<V> {
  const value: unknown = get(values, path)
  return value === undefined || value === null || typeof value === 'string'
}

/** 'to_address' and 'zip' -> 'to_address.zip', a text field of this form. */
export function subPath<V extends FieldValues>(values: V, parent: string, key: string) {
  const path = `${parent}.${key}`
  if (!holdsText(values, path)) throw new TypeError(`${path} is no text field`)
  return path
}

export function isTextFor<V extends FieldValues>(
  value: unknown,
): value is FieldPathValue<V, TextPath<V>> {
  return typeof value === 'string'
}
