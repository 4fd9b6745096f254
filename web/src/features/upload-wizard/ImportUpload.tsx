// The second step: sender, return address, parcel and options for all rows. 'Get Rates' first has
// them checked with a fixed destination, and rates the upload only when nothing is wrong.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  FormProvider,
  useForm,
  useFormContext,
  useFormState,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'

import { suggestAddresses } from '@/api/addresses'
import { listErrorText } from '@/api/errors'
import { rateUpload, uploadMapsQuery, uploadOverridesQuery } from '@/api/uploads'
import { AddressFields, type AddressPart } from '@/components/form/AddressFields'
import { DirtyGuard } from '@/components/form/DirtyGuard'
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
import { keepFor, typedFor } from './typed'

const REQUIRED: readonly AddressPart[] = ['street1', 'city', 'state', 'zip']

interface ImportUploadProps {
  id: string
  /** There are rates to go back to. */
  rated: boolean
  onStep: (next: string) => Promise<void>
  onGo: (step: Step) => void
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

const isKept = () => Promise.resolve(true)

/** Brings back what was typed before and keeps what is typed now; whether there was something. */
function useTyped(id: string, { reset, subscribe }: UseFormReturn<OverrideValues>): boolean {
  const [typed] = useState(() => typedFor(id))
  useEffect(() => {
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const same = JSON.stringify(values) === JSON.stringify(defaultValues)
        keepFor(id, same ? null : values)
      },
    })
    // Over the defaults, so that it still counts as unsaved.
    if (typed) reset(typed, { keepDefaultValues: true })
    return stop
  }, [id, typed, reset, subscribe])
  return typed !== null
}

function OverridesForm(props: OverridesFormProps) {
  const { id, fromFile, start, rated, onStep, onGo } = props
  const form = useForm<OverrideValues>({ defaultValues: start })
  const { control, reset } = form
  const { isDirty, isSubmitting } = useFormState({ control })
  const broughtBack = useTyped(id, form)

  const getRates = async (values: OverrideValues) => {
    await checkShipment(dryRun(values, fromFile))
    const next = await withFieldsBelow('overrides', rateUpload(id, toOverrides(values)))
    // From now on the server knows it.
    keepFor(id, null)
    await onStep(next)
  }

  // Later: with warehouses at hand this is called before the form is mounted, which until then gives
  // its defaults for its values.
  const keepPrefilled = () =>
    queueMicrotask(() => {
      const values = form.getValues()
      reset({ ...start, from_address: values.from_address })
      // Something may have been typed before the warehouses came.
      reset(values, { keepDefaultValues: true })
    })

  const sidesKnown = fromFile.has('length') && fromFile.has('width') && fromFile.has('height')
  return (
    <FormProvider {...form}>
      <FullPageForm
        form={form}
        onSubmit={getRates}
        submitLabel="Get Rates"
        guard={false}
        aria-label="Import Upload"
        actions={
          <>
            {rated && (
              <Button variant="default" onClick={() => onGo('Purchase Labels')}>
                Back to Rates
              </Button>
            )}
            <Button variant="default" onClick={() => onGo('Assign Mapping')}>
              Change Mapping
            </Button>
          </>
        }
      >
        <FormSection
          title="From address"
          description="Where the carrier gets the parcels, in the US."
        >
          <WarehousePicker onPrefilled={broughtBack ? null : keepPrefilled} />
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
      {/* Asks when the tab is closed; inside the app nothing is lost. */}
      <DirtyGuard dirty={isDirty} isSaving={() => isSubmitting} trySave={isKept} />
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
