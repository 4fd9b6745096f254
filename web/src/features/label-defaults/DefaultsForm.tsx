// The defaults themselves. ZPL is usable with the layout 4X6 only: another layout takes it back.
import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'

import { printersQuery } from '@/api/printers'
import { saveLabelDefaults } from '@/api/settings'
import { type User, userQuery } from '@/api/user'
import { Form } from '@/components/form/Form'
import { SelectField, SwitchField } from '@/components/form/ValueFields'
import { toastSuccess } from '@/components/ui/modals/toasts'

/** The select's value for 'no printer': it knows no empty one. */
const BROWSER = 'browser'
const LAYOUTS = ['4X6', '8.5X11']
const RENAME = {
  'settings.printer_id': 'printer',
  'settings.label_layout': 'layout',
  'settings.label_format': 'format',
  'settings.download_packing_slip': 'packingSlip',
}

interface Values {
  printer: string
  layout: string
  format: string
  packingSlip: boolean
}

function formats(layout: string) {
  return [
    { value: 'pdf', label: 'PDF' },
    { value: 'png', label: 'PNG' },
    { value: 'zpl', label: 'ZPL', disabled: layout !== '4X6' },
  ]
}

interface DefaultsFormProps {
  settings: User['settings']
  onSaved: () => void
}

export function DefaultsForm({ settings, onSaved }: DefaultsFormProps) {
  const client = useQueryClient()
  const printers = useQuery(printersQuery)
  const form = useForm<Values>({
    defaultValues: {
      printer: settings.printer_id ?? BROWSER,
      layout: settings.label_layout,
      format: settings.label_format,
      packingSlip: settings.download_packing_slip,
    },
  })
  const layout = useWatch({ control: form.control, name: 'layout' })

  const onLayout = (next: string) => {
    if (next !== '4X6' && form.getValues('format') === 'zpl') form.setValue('format', 'pdf')
  }

  const submit = async (values: Values) => {
    await saveLabelDefaults({
      printer_id: values.printer === BROWSER || !values.printer ? null : values.printer,
      label_layout: values.layout,
      label_format: values.format,
      download_packing_slip: values.packingSlip,
    })
    await client.invalidateQueries(userQuery)
    toastSuccess('The label defaults were saved')
    onSaved()
  }

  return (
    <Form form={form} onSubmit={submit} rename={RENAME} aria-label="Label defaults">
      <SelectField
        control={form.control}
        name="printer"
        label="Printer"
        data={[
          { value: BROWSER, label: 'Print from the browser' },
          ...(printers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        control={form.control}
        name="layout"
        label="Label layout"
        data={LAYOUTS}
        onPick={onLayout}
      />
      <SelectField
        control={form.control}
        name="format"
        label="Label format"
        description="ZPL is usable only with the layout 4X6."
        data={formats(layout)}
      />
      <SwitchField
        control={form.control}
        name="packingSlip"
        label="Packing slip download"
        description="Adds the packing slip to downloaded labels."
      />
      <Group justify="flex-end">
        <SaveButton saving={form.formState.isSubmitting} />
      </Group>
    </Form>
  )
}

function SaveButton({ saving }: { saving: boolean }) {
  return (
    <Button type="submit" loading={saving}>
      Save
    </Button>
  )
}
