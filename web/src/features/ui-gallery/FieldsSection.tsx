// Every field wrapper: filled, disabled, and after the server has refused.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { Form } from '@/components/form/Form'
import { ModalForm } from '@/components/form/ModalForm'
import { PasswordField, TextareaField, TextField } from '@/components/form/TextField'
import {
  CheckboxField,
  CurrencyField,
  DateField,
  NumberField,
  SelectField,
  SwitchField,
} from '@/components/form/ValueFields'
import { toastSuccess } from '@/components/ui/modals/toasts'

import { Example } from './Example'
import classes from './gallery.module.css'
import { wait } from './wait'

interface Values {
  name: string
  zip: string
  password: string
  weight: number | null
  amount: string
  format: string
  day: string | null
  note: string
  agree: boolean
  automatic: boolean
}

const START: Values = {
  name: 'Ada Wright',
  zip: '94104',
  password: 'correct horse',
  weight: 12.5,
  amount: '1234.50',
  format: 'pdf',
  day: '2026-03-04',
  note: '',
  agree: true,
  automatic: false,
}

const FORMATS = ['pdf', 'png', 'zpl']

/** Refuses as the server does: field errors, one for the form, one nobody knows. */
async function refuse(): Promise<void> {
  await wait(400)
  throw Object.assign(new Error('Please check the form.'), {
    errors: {
      base: ['The account has no payment method.'],
      parcel: ['is too heavy for this service'],
      zip: ['must be given'],
      amount: ['must be at least $10.00'],
      format: ['zpl needs the layout 4X6'],
      agree: ['must be accepted'],
    },
  })
}

export function FieldsSection() {
  return (
    <div className={classes.pair}>
      <Example title="Fields; saving fails with errors for fields and for the form">
        <AllFields label="Refused by the server" onSubmit={refuse} />
      </Example>
      <Example title="Disabled">
        <AllFields label="Disabled fields" onSubmit={() => wait(0)} disabled />
      </Example>
      <Example title="In a modal">
        <AddKeyExample />
      </Example>
    </div>
  )
}

interface AllFieldsProps {
  label: string
  onSubmit: (values: Values) => Promise<void>
  disabled?: boolean
}

function AllFields({ label, onSubmit, disabled = false }: AllFieldsProps) {
  const form = useForm<Values>({ defaultValues: START })
  const { control } = form
  const common = { control, disabled }
  return (
    <Form form={form} onSubmit={onSubmit} aria-label={label} guard={false}>
      <div className={classes.fields}>
        <TextField {...common} name="name" label="Name" required />
        <TextField
          {...common}
          name="zip"
          label="ZIP"
          description="Digits and dash, 10 at most"
          allowed={/[\d-]/}
          maxLength={10}
        />
        <PasswordField
          {...common}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
        <NumberField {...common} name="weight" label="Weight" decimals={1} min={0} suffix=" oz" />
        <CurrencyField {...common} name="amount" label="Expected charge" />
        <SelectField {...common} name="format" label="Label format" data={FORMATS} />
        <DateField {...common} name="day" label="From" clearable />
        <TextareaField {...common} name="note" label="Reason" placeholder="Free text" />
        <CheckboxField {...common} name="agree" label="I have read and accept these terms" />
        <SwitchField
          {...common}
          name="automatic"
          label="Automatically approve incentive reports"
          description="Takes effect at once."
        />
      </div>
      <Button type="submit" className={classes.start} disabled={disabled}>
        Save
      </Button>
    </Form>
  )
}

function AddKeyExample() {
  const [opened, setOpened] = useState(false)
  const form = useForm({ defaultValues: { description: '' } })
  const save = async () => {
    await wait(600)
    toastSuccess('API key created')
  }
  return (
    <>
      <Button variant="default" className={classes.start} onClick={() => setOpened(true)}>
        Create New API Key
      </Button>
      <ModalForm
        form={form}
        opened={opened}
        onClose={() => setOpened(false)}
        onSubmit={save}
        title="Add API Key"
        submitLabel="Create"
      >
        <TextField
          control={form.control}
          name="description"
          label="Description"
          maxLength={60}
          focusFirst
        />
      </ModalForm>
    </>
  )
}
