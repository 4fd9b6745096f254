// Fills parcel, options and customs from a saved package.
import { Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { requestErrorText } from '@/api/errors'
import { toastError } from '@/components/ui/modals/toasts'

import { savedPackageQuery, savedPackagesQuery } from './api'
import { customsFromWire, optionsFromWire, type PackageValues, parcelFromWire } from './values'

const DIRTY = { shouldDirty: true }

export function SavedPackagePicker() {
  const client = useQueryClient()
  const { setValue, clearErrors } = useFormContext<PackageValues>()
  const saved = useQuery(savedPackagesQuery()).data?.items ?? []
  const [loading, setLoading] = useState(false)

  const fill = async (id: string) => {
    setLoading(true)
    try {
      const found = await client.fetchQuery({ ...savedPackageQuery(id), staleTime: 0 })
      setValue('parcel', parcelFromWire(found.parcel), DIRTY)
      setValue('options', optionsFromWire(found.options), DIRTY)
      if (found.customs_info) setValue('customs_info', customsFromWire(found.customs_info), DIRTY)
      clearErrors(['parcel', 'options', 'customs_info'])
    } catch (error) {
      toastError(requestErrorText(error))
    } finally {
      setLoading(false)
    }
  }

  if (saved.length === 0) return null
  return (
    <Select
      label="Saved package"
      placeholder={loading ? 'Loading...' : 'Fill in from a saved package'}
      disabled={loading}
      data={saved.map(({ id, name, info }) => ({
        value: id,
        label: info ? `${name} – ${info}` : name,
      }))}
      comboboxProps={{ keepMounted: false }}
      searchable
      nothingFoundMessage="No such package"
      value={null}
      onChange={(id) => {
        if (id) void fill(id)
      }}
    />
  )
}
