// Creates or changes one of the user's own carrier accounts. What the server says against it stands
// in the dialog.
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import {
  type CarrierAccount,
  carrierAccountsQuery,
  saveCarrierAccount,
  testCarrierAccount,
} from '@/api/carrierAccounts'
import { failureText } from '@/api/errors'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'
import { SelectField, SwitchField } from '@/components/form/ValueFields'
import { isCancelled, withBusy } from '@/components/ui/modals/busy'
import { Notice } from '@/components/ui/Notice'

import { CredentialFields } from './CredentialFields'
import {
  type AccountValues,
  CARRIERS,
  fieldsOf,
  isComplete,
  leansOnStored,
  NO_CREDENTIALS,
  storedOf,
  toInput,
} from './credentials'

const NAMES = ['key', 'meter', 'password', 'account_number', 'user_id']
/** The server's names of the fields -> the form's. */
const RENAME = Object.fromEntries([
  ['carrier_account.carrier', 'carrier'],
  ['carrier_account.description', 'description'],
  ...NAMES.flatMap((name) => [
    [`carrier_account.credentials.${name}`, `credentials.${name}`],
    [`carrier_account.credentials.smart_post.${name}`, `smart.${name}`],
  ]),
])

interface CarrierAccountModalProps {
  opened: boolean
  onClose: () => void
  /** Null: a new one. */
  account: CarrierAccount | null
}

interface TestResult {
  tone: 'success' | 'error'
  message: string
}

export function CarrierAccountModal({ opened, onClose, account }: CarrierAccountModalProps) {
  const client = useQueryClient()
  const [result, setResult] = useState<TestResult | null>(null)
  /** Once the switch was used, what was stored for SmartPost counts no longer. */
  const [smartReset, setSmartReset] = useState(false)
  const form = useForm<AccountValues>({
    defaultValues: {
      carrier: account?.carrier ?? 'FedEx',
      description: account?.description ?? '',
      credentials: { ...NO_CREDENTIALS },
      smartPost: Boolean(account?.credentials.smart_post),
      smart: { ...NO_CREDENTIALS },
    },
  })
  useWatch({ control: form.control })
  const values = form.getValues()
  const known = storedOf(account)
  const stored = smartReset ? { ...known, smart: {} } : known
  const complete = isComplete(values, stored)
  const fields = fieldsOf(values.carrier)

  const submit = async (sent: AccountValues) => {
    await withBusy(
      account ? 'Updating...' : 'Creating...',
      () => saveCarrierAccount(account?.id ?? null, toInput(sent, account)),
      { cancellable: false },
    )
    await client.invalidateQueries(carrierAccountsQuery)
  }

  const test = async () => {
    setResult(null)
    const lean = account && leansOnStored(values) ? account.id : null
    try {
      const message = await withBusy('Sending request...', (signal) =>
        testCarrierAccount(lean, toInput(values, account), signal),
      )
      setResult({ tone: 'success', message })
    } catch (error) {
      if (!isCancelled(error)) setResult({ tone: 'error', message: failureText(error) })
    }
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title={account ? 'Edit Carrier Account' : 'Create new Carrier Account'}
      submitLabel={account ? 'Update' : 'Create'}
      submitDisabled={!complete}
    >
      <SelectField
        control={form.control}
        name="carrier"
        label="Carrier"
        data={[...CARRIERS]}
        disabled={account !== null}
        onPick={() => {
          form.setValue('credentials', { ...NO_CREDENTIALS })
          form.setValue('smart', { ...NO_CREDENTIALS })
        }}
      />
      <TextField
        control={form.control}
        name="description"
        label="Description"
        maxLength={120}
        focusFirst
      />
      <CredentialFields
        control={form.control}
        at="credentials"
        fields={fields}
        stored={stored.main}
      />
      {values.carrier === 'FedEx' && (
        <SwitchField
          control={form.control}
          name="smartPost"
          label="SmartPost"
          description="Ground Economy with credentials of its own."
          onPick={() => {
            form.setValue('smart', { ...NO_CREDENTIALS })
            setSmartReset(true)
          }}
        />
      )}
      {values.carrier === 'FedEx' && values.smartPost && (
        <CredentialFields
          control={form.control}
          at="smart"
          prefix="SmartPost"
          fields={fields}
          stored={stored.smart}
        />
      )}
      {result && (
        <Notice tone={result.tone} announce>
          {result.message}
        </Notice>
      )}
      <Group>
        <Button variant="default" disabled={!complete} onClick={() => void test()}>
          Test connection
        </Button>
      </Group>
    </ModalForm>
  )
}
