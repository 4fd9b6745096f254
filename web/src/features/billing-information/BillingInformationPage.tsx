// The Billing Information screen: who is billed, the contact address, and a billing address of its own
// when it is another one. The form is named like the server's errors: 'user.email', 'contact_address.zip'.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Control, useForm, useWatch } from 'react-hook-form'

import { type BillingAddress, type BillingInput, billingQuery, saveBilling } from '@/api/billing'
import { listErrorText } from '@/api/errors'
import { userQuery } from '@/api/user'
import { FormSection, FullPageForm } from '@/components/form/FullPageForm'
import { US_STATES } from '@/components/form/regions'
import { TextField } from '@/components/form/TextField'
import { SelectField, SwitchField } from '@/components/form/ValueFields'
import { PageHeader } from '@/components/layout/PageHeader'
import { toastSuccess } from '@/components/ui/modals/toasts'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'

import classes from './billing.module.css'

interface Values extends BillingInput {
  billing_address: BillingAddress
}

const NO_ADDRESS: Readonly<BillingAddress> = { street_name: '', city: '', state: '', zip: '' }

function addressOf(address: BillingAddress | null): BillingAddress {
  const { street_name, city, state, zip } = address ?? NO_ADDRESS
  return { street_name, city, state, zip }
}

export function BillingInformationPage() {
  const { data, error, refetch } = useQuery({
    ...billingQuery,
    // What is being typed must not be replaced.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  return (
    <>
      <PageHeader
        title="Billing Information"
        description="What stands on your receipts and invoices, and how we reach you."
      />
      {data ? (
        <BillingForm
          start={{
            user: {
              name: data.name,
              email: data.email,
              phone: data.phone,
              billing_eq_contact: data.billing_eq_contact,
            },
            contact_address: addressOf(data.contact_address),
            billing_address: addressOf(data.billing_address),
          }}
        />
      ) : error ? (
        <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock />
      )}
    </>
  )
}

function BillingForm({ start }: { start: Values }) {
  const client = useQueryClient()
  const form = useForm<Values>({ defaultValues: start })
  const { control } = form
  const same = useWatch({ control, name: 'user.billing_eq_contact' })

  const save = async ({ billing_address, ...values }: Values) => {
    await saveBilling({
      ...values,
      billing_address: values.user.billing_eq_contact ? null : billing_address,
    })
    toastSuccess('The billing information was saved')
    // The name in the title bar; the form keeps what it shows.
    await client.invalidateQueries({ queryKey: userQuery.queryKey, exact: true })
  }

  return (
    <FullPageForm form={form} onSubmit={save} aria-label="Billing information">
      <FormSection title="Contact information">
        <TextField control={control} name="user.name" label="Full name" required maxLength={100} />
        <TextField
          control={control}
          name="user.email"
          type="email"
          label="Email"
          description="The account owner signs in with it."
          required
        />
        <TextField
          control={control}
          name="user.phone"
          type="tel"
          label="Phone"
          allowed={/[\d\s()+.x-]/}
          maxLength={30}
        />
      </FormSection>
      <FormSection title="Contact address">
        <AddressPart control={control} at="contact_address" />
        <SwitchField
          control={control}
          name="user.billing_eq_contact"
          label="Billing address is the same as the contact address"
        />
      </FormSection>
      {!same && (
        <FormSection title="Billing address">
          <AddressPart control={control} at="billing_address" />
        </FormSection>
      )}
    </FullPageForm>
  )
}

interface AddressPartProps {
  control: Control<Values>
  at: 'contact_address' | 'billing_address'
}

function AddressPart({ control, at }: AddressPartProps) {
  return (
    <>
      <TextField
        control={control}
        name={`${at}.street_name`}
        label="Street"
        maxLength={120}
        required
      />
      <div className={classes.place}>
        <TextField control={control} name={`${at}.city`} label="City" maxLength={80} required />
        <SelectField
          control={control}
          name={`${at}.state`}
          label="State"
          data={US_STATES}
          searchable
          required
        />
        <TextField control={control} name={`${at}.zip`} label="ZIP" maxLength={10} required />
      </div>
    </>
  )
}
