import { Button } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { Form } from './Form'
import { TextareaField, TextField } from './TextField'
import { CheckboxField, SelectField } from './ValueFields'

class Failure extends Error {
  constructor(
    message: string,
    readonly errors: Record<string, string[]> = {},
  ) {
    super(message)
  }
}

const START = { name: 'Ada', note: '', agree: false, size: '', address: { zip: '94104' } }
type Values = typeof START

interface SampleProps {
  onSubmit: (values: Values) => Promise<unknown> | void
}

function Sample({ onSubmit }: SampleProps) {
  const form = useForm({ defaultValues: START })
  return (
    <Form form={form} onSubmit={onSubmit} aria-label="Sample">
      <TextField control={form.control} name="name" label="Name" />
      <TextareaField control={form.control} name="note" label="Note" />
      <SelectField control={form.control} name="size" label="Size" data={['S', 'L']} />
      <CheckboxField control={form.control} name="agree" label="Agree" />
      <TextField control={form.control} name="address.zip" label="ZIP" />
      <Button type="submit">Save</Button>
    </Form>
  )
}

const box = (name: string) => screen.getByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save' })

/** A promise and its ends, to hold a save open. */
function pending() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const promise = new Promise<void>((resolve, reject) => void ends.push({ resolve, reject }))
  return { promise, resolve: () => ends[0]?.resolve(), reject: (e: Error) => ends[0]?.reject(e) }
}

describe('Form', () => {
  it('saves once, with its fields disabled meanwhile, and gives the focus back', async () => {
    const work = pending()
    const onSubmit = vi.fn(() => work.promise)
    const { user } = renderUi(<Sample onSubmit={onSubmit} />)
    await user.type(box('Name'), ' L')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(box('Name')).toBeDisabled())
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Sample' })
    act(() => form.requestSubmit())
    await act(async () => work.resolve())
    await waitFor(() => expect(box('Name')).toBeEnabled())
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ ...START, name: 'Ada L' })
  })

  it('brings server errors to their fields and focuses the first of them', async () => {
    const onSubmit = vi
      .fn<SampleProps['onSubmit']>()
      .mockRejectedValueOnce(
        new Failure('Invalid', { 'address.zip': ['must be given'], agree: ['must be accepted'] }),
      )
      .mockResolvedValueOnce(undefined)
    const { user } = renderUi(<Sample onSubmit={onSubmit} />)
    await user.click(save())
    const checkbox = screen.getByRole('checkbox', { name: 'Agree' })
    await waitFor(() => expect(checkbox).toHaveFocus())
    expect(checkbox).toBeInvalid()
    expect(checkbox).toHaveAccessibleDescription('must be accepted')
    expect(box('ZIP')).toBeInvalid()
    expect(box('ZIP')).toHaveAccessibleDescription("can't be blank")
    expect(screen.queryByRole('alert')).toBeNull()

    await user.click(save())
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(box('ZIP')).not.toBeInvalid())
  })

  it('shows base and unmatched errors on top and takes them away on the next try', async () => {
    const work = pending()
    const onSubmit = vi
      .fn<SampleProps['onSubmit']>()
      .mockRejectedValueOnce(new Failure('Invalid', { base: ['Too late'], color: ['is odd'] }))
      .mockReturnValueOnce(work.promise)
    const { user } = renderUi(<Sample onSubmit={onSubmit} />)
    await user.click(save())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Too late')
    expect(alert).toHaveTextContent('Color: is odd')
    await waitFor(() => expect(alert).toHaveFocus())
    await user.click(save())
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await act(async () => work.resolve())
  })

  it('says nothing about a cancelled save', async () => {
    const work = pending()
    const { user } = renderUi(<Sample onSubmit={() => work.promise} />)
    await user.click(save())
    await act(async () => work.reject(new DOMException('Aborted', 'AbortError')))
    await waitFor(() => expect(box('Name')).toBeEnabled())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('saves by Ctrl+Enter from a text area, and not by Enter alone', async () => {
    const onSubmit = vi.fn<SampleProps['onSubmit']>()
    const { user } = renderUi(<Sample onSubmit={onSubmit} />)
    await user.type(box('Note'), 'a{Enter}b')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ note: 'a\nb' })
  })
})

function renderRouted(onSubmit: SampleProps['onSubmit']) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/welcome">Other page</Link>
        <Outlet />
      </>
    ),
  })
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => <Sample onSubmit={onSubmit} />,
    }),
    createRoute({ getParentRoute: () => root, path: '/welcome', component: () => 'Elsewhere' }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree, history })
  return { ...renderUi(<RouterProvider<typeof router> router={router} />), router }
}

const leave = () => screen.getByRole('link', { name: 'Other page' })

function closeTab() {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('unsaved changes', () => {
  it('ask before navigation: kept by "Keep editing", lost by "Leave without saving"', async () => {
    const { user } = renderRouted(vi.fn())
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
    expect(closeTab()).toBe(true)
    await user.click(leave())
    await screen.findByRole('dialog', { name: 'Unsaved changes' })
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(box('Name')).toHaveValue('Ada!')

    await user.click(leave())
    await screen.findByRole('dialog', { name: 'Unsaved changes' })
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(await screen.findByText('Elsewhere')).toBeVisible()
    expect(closeTab()).toBe(false)
  })

  it('do not ask when nothing changed, nor after saving', async () => {
    const { user } = renderRouted(vi.fn())
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
    await user.click(save())
    await waitFor(() => expect(closeTab()).toBe(false))
    await user.click(leave())
    expect(await screen.findByText('Elsewhere')).toBeVisible()
  })

  it('do not ask when saving itself goes to another page', async () => {
    const { user, router } = renderRouted(async () => router.navigate({ to: '/welcome' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
    await user.click(save())
    expect(await screen.findByText('Elsewhere')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
