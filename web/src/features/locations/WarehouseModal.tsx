// Adds or changes a warehouse. What the server objects to stands beside its field.
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { suggestAddresses } from '@/api/addresses'
import { saveWarehouse, type Warehouse, warehousesKey } from '@/api/warehouses'
import { type Address, EMPTY_ADDRESS } from '@/components/form/address'
import { AddressFields, type AddressPart } from '@/components/form/AddressFields'
import { ModalForm } from '@/components/form/ModalForm'
import { SwitchField } from '@/components/form/ValueFields'

const REQUIRED: readonly AddressPart[] = ['name', 'street1', 'city', 'state', 'zip', 'country']
const RENAME = { 'address.starred': 'starred' }

interface Values {
  address: Address
  starred: boolean
}

function valuesOf(warehouse: Warehouse | null): Values {
  if (!warehouse) return { address: { ...EMPTY_ADDRESS }, starred: false }
  const { name, company, street1, street2, city, state, zip, country, phone, starred } = warehouse
  const address = { name, company, street1, street2, city, state, zip, country, phone }
  return { address, starred }
}

interface WarehouseModalProps {
  opened: boolean
  onClose: () => void
  /** Null: a new one. */
  warehouse: Warehouse | null
}

export function WarehouseModal({ opened, onClose, warehouse }: WarehouseModalProps) {
  const client = useQueryClient()
  const form = useForm<Values>({ defaultValues: valuesOf(warehouse) })

  const submit = async ({ address, starred }: Values) => {
    await saveWarehouse(warehouse?.id ?? null, { ...address, starred })
    await client.invalidateQueries({ queryKey: warehousesKey })
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      size="lg"
      title={warehouse ? 'Edit Warehouse' : 'Add New Warehouse'}
      submitLabel={warehouse ? 'Save' : 'Add'}
    >
      <AddressFields form={form} name="address" required={REQUIRED} suggest={suggestAddresses} />
      <SwitchField
        control={form.control}
        name="starred"
        label="Starred"
        description="Offered first when a shipment is made."
      />
    </ModalForm>
  )
}
