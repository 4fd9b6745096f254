// The form 'Purchase a Label': addresses, parcel, options, customs where they are needed, and prices
// beside it. It saves itself as a draft; 'Get Rates' saves for good and goes on to the rates.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { FormProvider, useForm, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { suggestAddresses } from '@/api/addresses'
import { shipmentQuery, shipmentsKey } from '@/api/shipments/list'
import { AddressFields, type AddressPart } from '@/components/form/AddressFields'
import { DirtyGuard } from '@/components/form/DirtyGuard'
import { Form } from '@/components/form/Form'
import { FormBar } from '@/components/form/FormBar'
import { FormSection } from '@/components/form/FullPageForm'
import { SwitchField } from '@/components/form/ValueFields'
import { CustomsFields } from '@/features/shipping/CustomsFields'
import { needsCustoms } from '@/features/shipping/customsRule'
import { OptionsFields } from '@/features/shipping/OptionsFields'
import { ParcelFields } from '@/features/shipping/ParcelFields'

import { AddressCheck } from './AddressCheck'
import classes from './form.module.css'
import { RatesPanel } from './RatesPanel'
import { SavedPackagePicker } from './SavedPackagePicker'
import { type ShipmentOrigin, shipmentToWire, type ShipmentValues } from './shipmentValues'
import { type SaveState, useAutosave } from './useAutosave'
import { WarehousePicker } from './WarehousePicker'

const US_REQUIRED: readonly AddressPart[] = ['street1', 'city', 'state', 'zip']
const ABROAD_REQUIRED: readonly AddressPart[] = ['street1', 'city']

interface ShipmentFormProps {
  /** Null: a new shipment. */
  id: string | null
  start: ShipmentValues
  origin: ShipmentOrigin
  onCreated: (id: string) => void
}

export function ShipmentForm({ id, start, origin, onCreated }: ShipmentFormProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<ShipmentValues>({ defaultValues: start })
  const { shop_order_id, custom_id } = origin
  const toWire = useCallback(
    (values: ShipmentValues) => shipmentToWire(values, { shop_order_id, custom_id }),
    [shop_order_id, custom_id],
  )
  const autosave = useAutosave({
    form,
    id,
    toWire,
    // The page that opens next finds what was saved here, not what was loaded before.
    onSaved: ({ shipment }, created) => {
      client.setQueryData(shipmentQuery(shipment.id).queryKey, shipment)
      void client.invalidateQueries({ queryKey: shipmentsKey, refetchType: 'none' })
      if (created) onCreated(shipment.id)
    },
  })

  const getRates = async () => {
    const { shipment } = await autosave.submit()
    await navigate({ to: '/shipment/$id/rate', params: { id: shipment.id } })
  }

  const unsaved = autosave.state !== 'untouched' && autosave.state !== 'saved'
  return (
    <FormProvider {...form}>
      <div className={classes.columns}>
        <Form form={form} onSubmit={getRates} guard={false} aria-label="Purchase a Label">
          <div className={classes.main}>
            <Addresses onPrefilled={id === null ? autosave.rebase : null} />
            <FormSection title="Parcel" description="Inches and pounds or ounces.">
              <SavedPackagePicker />
              <ParcelFields complete />
            </FormSection>
            <FormSection title="Options">
              <OptionsFields />
            </FormSection>
            <Customs />
          </div>
          <SubmitBar state={autosave.state} />
          <DirtyGuard dirty={unsaved} isSaving={autosave.isSubmitting} trySave={autosave.flush} />
        </Form>
        <div className={classes.side}>
          <RatesPanel toWire={toWire} />
        </div>
      </div>
    </FormProvider>
  )
}

/** A person or a company must be named; states and ZIP codes are the US's. */
function useRequired(name: 'from_address' | 'return_address' | 'to_address') {
  const { control } = useFormContext<ShipmentValues>()
  const [company, country] = useWatch({ control, name: [`${name}.company`, `${name}.country`] })
  const places = country === 'US' ? US_REQUIRED : ABROAD_REQUIRED
  return company.trim() === '' ? [...places, 'name' as const] : places
}

function Addresses({ onPrefilled }: { onPrefilled: (() => void) | null }) {
  const form = useFormContext<ShipmentValues>()
  const same = useWatch({ control: form.control, name: 'same_return_address' })
  const required = {
    from: useRequired('from_address'),
    back: useRequired('return_address'),
    to: useRequired('to_address'),
  }
  return (
    <>
      <FormSection title="From address" description="Where the carrier gets the parcel, in the US.">
        <WarehousePicker onPrefilled={onPrefilled} />
        <AddressFields
          form={form}
          name="from_address"
          usOnly
          required={required.from}
          suggest={suggestAddresses}
        />
      </FormSection>
      <FormSection title="Return address" description="Where it goes when it cannot be delivered.">
        <SwitchField
          control={form.control}
          name="same_return_address"
          label="Same as the from address"
        />
        {!same && (
          <AddressFields
            form={form}
            name="return_address"
            required={required.back}
            suggest={suggestAddresses}
          />
        )}
      </FormSection>
      <FormSection title="To address">
        <AddressFields
          form={form}
          name="to_address"
          required={required.to}
          suggest={suggestAddresses}
        />
        <AddressCheck />
      </FormSection>
    </>
  )
}

function Customs() {
  const { control } = useFormContext<ShipmentValues>()
  const [from, city, state, country] = useWatch({
    control,
    name: ['from_address.country', 'to_address.city', 'to_address.state', 'to_address.country'],
  })
  if (!needsCustoms({ country: from }, { city, state, country })) return null
  return (
    <FormSection title="Customs" description="For parcels abroad and to the armed forces.">
      <CustomsFields />
    </FormSection>
  )
}

const STATE_TEXT: Record<SaveState, string> = {
  untouched: '',
  changed: '',
  saving: 'Saving...',
  saved: 'Saved',
  failed: 'Not saved',
}

function SubmitBar({ state }: { state: SaveState }) {
  const { isSubmitting } = useFormState<ShipmentValues>()
  return (
    <FormBar text={STATE_TEXT[state]}>
      <Button type="submit" loading={isSubmitting}>
        Get Rates
      </Button>
    </FormBar>
  )
}
