// The second step: sender, return address, parcel and options for all rows. 'Get Rates' first has
// them checked with a fixed destination, and rates the upload only when nothing is wrong.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { suggestAddresses } from '@/api/addresses'
import { listErrorText } from '@/api/errors'
import { rateUpload, uploadMapsQuery, uploadOverridesQuery } from '@/api/uploads'
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
  fromOverrides,
  measuresOf,
  type OverrideValues,
  toOverrides,
} from './overrides'
import type { Step } from './steps'

const REQUIRED: readonly AddressPart[] = ['street1', 'city', 'state', 'zip']

interface ImportUploadProps {
  id: string
  /** What was typed before this step was left, if it was. */
  typed: OverrideValues | null
  /** There are rates to go back to. */
  rated: boolean
  onStep: (next: string) => Promise<void>
  onLeave: (step: Step, typed: OverrideValues | null) => void
}

export function ImportUpload(props: ImportUploadProps) {
  const { id } = props
  // What the columns give need not be given here.
  const maps = useQuery({ ...uploadMapsQuery(id), gcTime: 0 })
  const sent = useQuery({ ...uploadOverridesQuery(id), gcTime: 0 })
  if (maps.data && sent.data !== undefined) {
    const fromFile = measuresOf(maps.data.maps.map(({ target }) => target))
    return <OverridesForm {...props} fromFile={fromFile} start={fromOverrides(sent.data)} />
  }
  const error = maps.error ?? sent.error
  if (!error) return <LoadingBlock />
  const retry = () => void Promise.all([maps.refetch(), sent.refetch()])
  return <ErrorBlock message={listErrorText(error)} onRetry={retry} />
}

interface OverridesFormProps extends ImportUploadProps {
  fromFile: FromFile
  start: OverrideValues
}

function OverridesForm(props: OverridesFormProps) {
  const { id, fromFile, start, typed, rated, onStep, onLeave } = props
  const form = useForm<OverrideValues>({ defaultValues: start })
  const { control, reset } = form
  const { isDirty } = useFormState({ control })
  // Over the defaults, so that it still counts as unsaved.
  useEffect(() => {
    if (typed) reset(typed, { keepDefaultValues: true })
  }, [typed, reset])

  const getRates = async (values: OverrideValues) => {
    await checkShipment(dryRun(values, fromFile))
    await onStep(await withFieldsBelow('overrides', rateUpload(id, toOverrides(values))))
  }

  // Later: with warehouses at hand this is called before the form is mounted, which until then gives
  // its defaults for its values.
  const keepPrefilled = () => queueMicrotask(() => reset(form.getValues()))
  const leaveFor = (step: Step) => onLeave(step, isDirty ? form.getValues() : null)

  const sidesKnown = fromFile.has('length') && fromFile.has('width') && fromFile.has('height')
  return (
    <FormProvider {...form}>
      <FullPageForm
        form={form}
        onSubmit={getRates}
        submitLabel="Get Rates"
        aria-label="Import Upload"
        actions={
          <>
            {rated && (
              <Button variant="default" onClick={() => leaveFor('Purchase Labels')}>
                Back to Rates
              </Button>
            )}
            <Button variant="default" onClick={() => leaveFor('Assign Mapping')}>
              Change Mapping
            </Button>
          </>
        }
      >
        <FormSection
          title="From address"
          description="Where the carrier gets the parcels, in the US."
        >
          <WarehousePicker onPrefilled={typed ? null : keepPrefilled} />
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
