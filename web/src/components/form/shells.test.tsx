import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { FormSection, FullPageForm } from './FullPageForm'
import { ModalForm } from './ModalForm'
import { TextField } from './TextField'

interface Values {
  name: string
}

type OnSubmit = (values: Values) => Promise<unknown>

function ModalSample({ onSubmit }: { onSubmit: OnSubmit }) {
  const [opened, setOpened] = useState(false)
  const form = useForm<Values>({ defaultValues: { name: '' } })
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Add User
      </button>
      <ModalForm
        opened={opened}
        onClose={() => setOpened(false)}
        title="Add User"
        submitLabel="Create"
        form={form}
        onSubmit={onSubmit}
      >
        <TextField control={form.control} name="name" label="Name" focusFirst />
      </ModalForm>
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Add User' })
const name = () => screen.findByRole('textbox', { name: 'Name' })
const closed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add User' })).toBeNull())

describe('ModalForm', () => {
  it('closes after saving, returns the focus, and starts empty the next time', async () => {
    const onSubmit = vi.fn<OnSubmit>().mockResolvedValue(undefined)
    const { user } = renderUi(<ModalSample onSubmit={onSubmit} />)
    await user.click(opener())
    await waitFor(async () => expect(await name()).toHaveFocus())
    await user.keyboard('Ada{Enter}')
    await closed()
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Ada' })
    await waitFor(() => expect(opener()).toHaveFocus())
    await user.click(opener())
    expect(await name()).toHaveValue('')
  })

  it('stays open with the message when saving fails', async () => {
    const onSubmit = vi.fn<OnSubmit>().mockRejectedValue(new Error('No more users'))
    const { user } = renderUi(<ModalSample onSubmit={onSubmit} />)
    await user.click(opener())
    await user.type(await name(), 'Ada')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('No more users')
    expect(await name()).toHaveValue('Ada')
  })

  it('asks before Escape loses changes, and not when there are none', async () => {
    const { user } = renderUi(<ModalSample onSubmit={vi.fn<OnSubmit>()} />)
    await user.click(opener())
    await name()
    await user.keyboard('{Escape}')
    await closed()

    await user.click(opener())
    await user.type(await name(), 'Ada')
    await user.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Unsaved changes' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(await name()).toHaveValue('Ada')

    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await closed()
    await user.click(opener())
    expect(await name()).toHaveValue('')
  })
})

function PageSample({ onSubmit }: { onSubmit: OnSubmit }) {
  const form = useForm<Values>({ defaultValues: { name: 'Ada' } })
  return (
    <FullPageForm form={form} onSubmit={onSubmit}>
      <FormSection title="Contact information">
        <TextField control={form.control} name="name" label="Name" />
      </FormSection>
    </FullPageForm>
  )
}

describe('FullPageForm', () => {
  it('says what is unsaved, discards it, and saves it', async () => {
    const onSubmit = vi.fn<OnSubmit>().mockResolvedValue(undefined)
    const { user } = renderUi(<PageSample onSubmit={onSubmit} />)
    expect(screen.getByRole('region', { name: 'Contact information' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('')
    await user.type(await name(), ' L')
    expect(screen.getByRole('status')).toHaveTextContent('Unsaved changes')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await name()).toHaveValue('Ada')
    await user.type(await name(), '!')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(''))
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Ada!' })
    expect(await name()).toHaveValue('Ada!')
  })
})
