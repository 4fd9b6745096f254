// Fills the from address from one of the account's warehouses. A new form starts with the starred one.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'

import { type Warehouse, warehousesQuery } from '@/api/warehouses'
import { WHOLE_LIST } from '@/features/shipping/api'
import { NO_ADDRESS } from '@/features/shipping/values'
import type { Address } from '@/features/shipping/wire'
import { useStableCallback } from '@/lib/useStableCallback'

import type { ShipmentValues } from './shipmentValues'

const QUIET = { quiet: true }

function addressOf(warehouse: Warehouse): Address {
  const { id, name, company, street1, street2, city, state, zip, phone } = warehouse
  return { ...NO_ADDRESS, id, name, company, street1, street2, city, state, zip, phone }
}

function isEmpty(address: Address): boolean {
  return Object.entries(address).every(([part, text]) => part === 'country' || text === '')
}

interface WarehousePickerProps {
  /** Called after the form was filled in unasked. Null: it is left alone. */
  onPrefilled: (() => void) | null
}

export function WarehousePicker({ onPrefilled }: WarehousePickerProps) {
  const { getValues, setValue, clearErrors } = useFormContext<ShipmentValues>()
  // Without them the address is typed.
  const warehouses = useQuery({ ...warehousesQuery(WHOLE_LIST), meta: QUIET }).data?.items

  const fill = (warehouse: Warehouse, shouldDirty: boolean) => {
    setValue('from_address', addressOf(warehouse), { shouldDirty })
    clearErrors('from_address')
  }

  const prefill = useStableCallback(() => {
    const starred = warehouses?.find((warehouse) => warehouse.starred)
    if (!onPrefilled || !starred || !isEmpty(getValues('from_address'))) return
    fill(starred, false)
    onPrefilled()
  })
  useEffect(prefill, [warehouses, prefill])

  if (!warehouses || warehouses.length === 0) return null
  const starredFirst = warehouses.toSorted((a, b) => Number(b.starred) - Number(a.starred))
  return (
    <Select
      label="Warehouse"
      placeholder="Fill in from a warehouse"
      data={starredFirst.map(({ id, name, full_address, starred }) => ({
        value: id,
        label: `${starred ? '★ ' : ''}${name} – ${full_address}`,
      }))}
      comboboxProps={{ keepMounted: false }}
      searchable
      nothingFoundMessage="No such warehouse"
      // It fills the fields in and keeps no choice of its own: they may be changed afterwards.
      value={null}
      onChange={(id) => {
        const picked = warehouses.find((warehouse) => warehouse.id === id)
        if (picked) fill(picked, true)
      }}
    />
  )
}
