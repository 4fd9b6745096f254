// The second step: sender, return address, parcel and options for all rows. 'Get Rates' first has
// them checked with a fixed destination, and rates the upload only when nothing is wrong.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'

import { suggestAddresses } from '@/api/addresses'
import { listErrorText } from '@/api/errors'
import { rateUpload, uploadMapsQuery } from '@/api/uploads'
import { AddressFields, type AddressPart } from '@/components/form/AddressFields'
import { FormSection, FullPageForm } from '@/components/form/FullPageForm'
import { SwitchField } from '@/components/form/ValueFields'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { checkShipment } from '@/features/shipping/api'
import { withFieldsBelow } from '@/features/shipping/fieldErrors'
import { OptionsFields } from '@/features/shipping/OptionsFields'
import { ParcelFields } from '@/features/shipping/ParcelFields'
import { SavedPackagePicker } from '@/features/shipping/SavedPackagePicker'
import { WarehousePicker } from '@/features/shipping/WarehousePicker'

import {
  dryRun,
  type FromFile,
  measuresOf,
  newOverrides,
  type OverrideValues,
  toOverrides,
} from './overrides'

const REQUIRED: readonly AddressPart[] = ['street1', 'city', 'state', 'zip']

interface ImportUploadProps {
  id: string
  onStep: (next: string) => Promise<void>
  onRemap: () => void
}

export function ImportUpload({ id, onStep, onRemap }: ImportUploadProps) {
  // What the columns give need not be given here.
  const { data, error, refetch } = useQuery({ ...uploadMapsQuery(id), gcTime: 0 })
  if (!data) {
    return error ? (
      <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
    ) : (
      <LoadingBlock />
    )
  }
  const fromFile = measuresOf(data.maps.map(({ target }) => target))
  return <OverridesForm id={id} fromFile={fromFile} onStep={onStep} onRemap={onRemap} />
}

interface OverridesFormProps extends ImportUploadProps {
  fromFile: FromFile
}

function OverridesForm({ id, fromFile, onStep, onRemap }: OverridesFormProps) {
  const form = useForm<OverrideValues>({ defaultValues: newOverrides() })

  const getRates = async (values: OverrideValues) => {
    await checkShipment(dryRun(values, fromFile))
    await onStep(await withFieldsBelow('overrides', rateUpload(id, toOverrides(values))))
  }

  const sidesKnown = fromFile.has('length') && fromFile.has('width') && fromFile.has('height')
  return (
    <FormProvider {...form}>
      <FullPageForm
        form={form}
        onSubmit={getRates}
        submitLabel="Get Rates"
        aria-label="Import Upload"
        actions={
          <Button variant="default" onClick={onRemap}>
            Change Mapping
          </Button>
        }
      >
        <FormSection
          title="From address"
          description="Where the carrier gets the parcels, in the US."
        >
          <WarehousePicker onPrefilled={() => form.reset(form.getValues())} />
          <AddressFields
            form={form}
            name="from_address"
            usOnly
            required={REQUIRED}
            suggest={suggestAddresses}
          />
        </FormSection>
        <FormSection
          title="Return address"
          description="Where they go when they cannot be delivered."
        >
          <ReturnAddress />
        </FormSection>
        <FormSection title="Parcel" description={parcelHint(fromFile)}>
          <SavedPackagePicker />
          <ParcelFields complete={!sidesKnown} needsWeight={!fromFile.has('weight')} />
        </FormSection>
        <FormSection title="Options" description="For every row.">
          <OptionsFields />
        </FormSection>
      </FullPageForm>
    </FormProvider>
  )
}

function parcelHint(fromFile: FromFile): string {
  if (fromFile.size === 0) return 'For every row: the file gives neither weight nor sides.'
  return `The file gives ${[...fromFile].join(', ')}; what is given here is for rows without.`
}

function ReturnAddress() {
  const form = useFormContext<OverrideValues>()
  const same = useWatch({ control: form.control, name: 'same_return_address' })
  return (
    <>
      <SwitchField
        control={form.control}
        name="same_return_address"
        label="Same as the from address"
      />
      {!same && (
        <AddressFields
          form={form}
          name="return_address"
          required={REQUIRED}
          suggest={suggestAddresses}
        />
      )}
    </>
  )
}
