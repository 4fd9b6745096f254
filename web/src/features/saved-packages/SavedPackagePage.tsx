// The editor of a saved package, at /saved-packages/{id}; 'new' creates one.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { FormProvider, useForm, useWatch } from 'react-hook-form'

import { listErrorText } from '@/api/errors'
import { FormSection, FullPageForm } from '@/components/form/FullPageForm'
import { TextField } from '@/components/form/TextField'
import { SwitchField } from '@/components/form/ValueFields'
import { PageHeader } from '@/components/layout/PageHeader'
import { ButtonLink } from '@/components/ui/links'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { savedPackageQuery, savedPackagesKey, saveSavedPackage } from '@/features/shipping/api'
import { CustomsFields } from '@/features/shipping/CustomsFields'
import { OptionsFields } from '@/features/shipping/OptionsFields'
import { ParcelFields } from '@/features/shipping/ParcelFields'
import {
  customsFromWire,
  customsToWire,
  DEFAULT_OPTIONS,
  DEFAULT_PARCEL,
  defaultCustoms,
  optionsFromWire,
  optionsToWire,
  type PackageValues,
  parcelFromWire,
  parcelToWire,
} from '@/features/shipping/values'
import type { SavedPackage, SavedPackageInput } from '@/features/shipping/wire'

const route = getRouteApi('/_app/saved-packages/$id')
const NEW = 'new'

interface SavedPackageValues extends PackageValues {
  name: string
  /** Whether there is a customs form at all. */
  has_customs: boolean
}

function newPackage(): SavedPackageValues {
  return {
    name: '',
    parcel: { ...DEFAULT_PARCEL },
    options: { ...DEFAULT_OPTIONS },
    has_customs: false,
    customs_info: defaultCustoms(),
  }
}

function fromWire(saved: SavedPackage): SavedPackageValues {
  return {
    name: saved.name,
    parcel: parcelFromWire(saved.parcel),
    options: optionsFromWire(saved.options),
    has_customs: Boolean(saved.customs_info),
    customs_info: customsFromWire(saved.customs_info),
  }
}

function toWire(values: SavedPackageValues): SavedPackageInput {
  return {
    name: values.name,
    parcel: parcelToWire(values.parcel),
    options: optionsToWire(values.options),
    customs_info: values.has_customs ? customsToWire(values.customs_info) : null,
  }
}

export function SavedPackagePage() {
  const { id } = route.useParams()
  return (
    <>
      <PageHeader title={id === NEW ? 'New Saved Package' : 'Update Saved Package'} />
      {id === NEW ? (
        <Editor key={NEW} id={null} start={newPackage()} />
      ) : (
        <StoredEditor key={id} id={id} />
      )}
    </>
  )
}

function StoredEditor({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...savedPackageQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  if (data) return <Editor id={id} start={fromWire(data)} />
  if (error) return <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
  return <LoadingBlock />
}

function Editor({ id, start }: { id: string | null; start: SavedPackageValues }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<SavedPackageValues>({ defaultValues: start })
  const hasCustoms = useWatch({ control: form.control, name: 'has_customs' })

  const save = async (values: SavedPackageValues) => {
    await saveSavedPackage(id, toWire(values))
    void client.invalidateQueries({ queryKey: savedPackagesKey })
    await navigate({ to: '/saved-packages' })
  }

  return (
    <FormProvider {...form}>
      <FullPageForm
        form={form}
        onSubmit={save}
        submitLabel={id === null ? 'Create Saved Package' : 'Update Saved Package'}
        aria-label="Saved package"
        actions={
          <ButtonLink variant="default" to="/saved-packages">
            Close
          </ButtonLink>
        }
      >
        <FormSection title="Name">
          <TextField control={form.control} name="name" label="Nickname" required maxLength={100} />
        </FormSection>
        <FormSection title="Parcel">
          <ParcelFields />
        </FormSection>
        <FormSection title="Options">
          <OptionsFields />
        </FormSection>
        <FormSection title="Customs" description="Used for parcels abroad and to the armed forces.">
          <SwitchField control={form.control} name="has_customs" label="Customs Form" />
          {hasCustoms && <CustomsFields />}
        </FormSection>
      </FullPageForm>
    </FormProvider>
  )
}
