// From which method invoices are paid by themselves. A choice is saved at once; who may not change it
// reads it.
import { Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { type Choices, selectOptions } from '@/api/contract'
import { requestErrorText } from '@/api/errors'
import { invoicesKey, saveAutopayMethod } from '@/api/invoices'
import { userQuery } from '@/api/user'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'

/** The select's value for 'no method': it knows no empty one. */
const NONE = 'none'
const NO_AUTOPAY = 'No automatic payment'
const CLOSED_IS_UNMOUNTED = { keepMounted: false }

interface AutopaySelectProps {
  autopay: Choices
  mayChange: boolean
}

export function AutopaySelect({ autopay, mayChange }: AutopaySelectProps) {
  const client = useQueryClient()
  /** What is being saved; it stands there until the list has been asked again. */
  const [saving, setSaving] = useState<string | null>(null)
  const value = saving ?? autopay.value ?? NONE

  const save = async (method: string) => {
    setSaving(method)
    try {
      await saveAutopayMethod(method === NONE ? null : method)
      toastSuccess('The auto-pay method was saved')
      void client.invalidateQueries(userQuery)
      await client.invalidateQueries({ queryKey: invoicesKey })
    } catch (error) {
      toastError(requestErrorText(error))
    } finally {
      setSaving(null)
    }
  }

  if (!mayChange) {
    const label = autopay.options.find(([id]) => id === autopay.value)?.[1] ?? NO_AUTOPAY
    return <Text size="sm">Auto-pay method: {label}</Text>
  }
  return (
    <Select
      label="Auto-pay method"
      description="Pays every new invoice on its own."
      maw={320}
      data={[{ value: NONE, label: NO_AUTOPAY }, ...selectOptions(autopay.options)]}
      value={value}
      disabled={saving !== null}
      comboboxProps={CLOSED_IS_UNMOUNTED}
      onChange={(picked) => {
        if (picked !== null && picked !== value) void save(picked)
      }}
    />
  )
}
