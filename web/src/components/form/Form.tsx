// The form every screen uses: react-hook-form inside a real <form>. While it saves, its fields are
// disabled. When saving fails, each message goes to its field, the rest to the top, and the first
// errored input gets the focus. Unsaved changes are guarded.
// `onSubmit` saves and throws what went wrong; it shows no error itself.
import { Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, useFormState, type UseFormReturn } from 'react-hook-form'

import { isCancelled } from '@/components/ui/modals/busy'
import { Notice } from '@/components/ui/Notice'

import { DirtyGuard } from './DirtyGuard'
import classes from './form.module.css'
import { placeErrors } from './serverErrors'

/** What shows an error: inputs, and buttons that stand for a list as a whole. */
const INVALID = '[aria-invalid="true"], button[data-invalid]'

export interface FormProps<V extends FieldValues, C, T> {
  form: UseFormReturn<V, C, T>
  onSubmit: (values: T) => Promise<unknown> | void
  /** Server path -> field name, where they differ by more than snake_case. */
  rename?: Readonly<Record<string, string>>
  /** False for forms whose loss costs nothing, such as sign-in. */
  guard?: boolean
  'aria-label'?: string
  children: ReactNode
}

export function Form<V extends FieldValues, C, T>({
  form,
  onSubmit,
  rename,
  guard = true,
  children,
  ...aria
}: FormProps<V, C, T>) {
  const { isSubmitting, isDirty } = useFormState({ control: form.control })
  const [top, setTop] = useState<readonly string[]>([])
  /** Set after every submit; the effect below then puts the focus where it belongs. */
  const [ended, setEnded] = useState<{ focused: Element | null } | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const saving = useRef(false)

  useEffect(() => {
    if (!ended) return
    const invalid = element.current?.querySelector<HTMLElement>(INVALID)
    if (invalid) invalid.focus()
    else if (alert.current) alert.current.focus()
    // Disabling the fields took the focus away; it goes back unless someone has moved it.
    else if (document.activeElement === document.body && ended.focused instanceof HTMLElement) {
      ended.focused.focus()
    }
  }, [ended])

  useEffect(() => submitOnModEnter(element.current), [])

  const save = async (values: T) => {
    try {
      await onSubmit(values)
      form.reset(form.getValues(), { keepValues: true })
    } catch (error) {
      if (isCancelled(error)) return
      const hasField = (name: string): name is FieldPath<V> =>
        Boolean(element.current?.querySelector(`[name="${CSS.escape(name)}"]`))
      const placed = placeErrors(error, hasField, rename)
      for (const [name, message] of placed.fields) form.setError(name, { type: 'server', message })
      setTop(placed.top)
    }
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A form in a dialog may lie inside another form's component tree.
    event.stopPropagation()
    if (saving.current) return
    saving.current = true
    const focused = document.activeElement
    setTop([])
    // The server's old errors would stop a form whose rules have nothing against it.
    form.clearErrors()
    try {
      await form.handleSubmit(save)(event)
    } finally {
      saving.current = false
      setEnded({ focused })
    }
  }

  return (
    // noValidate: the rules of the form and of the server speak, not the browser's bubbles.
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} {...aria}>
      <fieldset disabled={isSubmitting} className={classes.fieldset}>
        <Stack gap="md">
          {top.length > 0 && (
            <Notice tone="error" ref={alert}>
              <TopErrors messages={top} />
            </Notice>
          )}
          {children}
        </Stack>
      </fieldset>
      {guard && <DirtyGuard dirty={isDirty} isSaving={() => saving.current} />}
    </form>
  )
}

/** Ctrl or Cmd with Enter saves from anywhere in the form, a text area too. */
function submitOnModEnter(form: HTMLFormElement | null) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form?.requestSubmit()
  }
  form?.addEventListener('keydown', onKeyDown)
  return () => form?.removeEventListener('keydown', onKeyDown)
}

function TopErrors({ messages }: { messages: readonly string[] }) {
  if (messages.length === 1) return messages[0]
  return (
    <ul>
      {[...new Set(messages)].map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}
