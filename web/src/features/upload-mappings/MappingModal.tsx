// The editor of a mapping. Default ones are shown and cannot be changed.
import { ActionIcon, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import {
  type Control,
  useController,
  useFieldArray,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'

import { fieldsBelow } from '@/api/errors'
import { mappingsKey, saveMapping, type UploadMapping } from '@/api/mappings'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'
import { AppModal } from '@/components/ui/modals/AppModal'
import { toastSuccess } from '@/components/ui/modals/toasts'
import { Notice } from '@/components/ui/Notice'
import { targetChoices, UPLOAD_TARGETS } from '@/lib/uploads'

import { doubled, EMPTY_LINE, fromWire, type MappingValues, newMapping, toWire } from './dictionary'
import classes from './mappings.module.css'

const RENAME = fieldsBelow('shipment_upload_mapping', ['name'])
const CHOICES = targetChoices(UPLOAD_TARGETS)
const LABELS = new Map(UPLOAD_TARGETS.map(({ key, label }) => [key, label]))

interface MappingModalProps {
  /** Null: a new one. */
  mapping: UploadMapping | null
  /** False for those who may only look. */
  owner: boolean
  opened: boolean
  onClose: () => void
}

export function MappingModal({ mapping, owner, opened, onClose }: MappingModalProps) {
  if (mapping && (mapping.default || !owner)) {
    return <FixedMapping mapping={mapping} opened={opened} onClose={onClose} />
  }
  return <Editor mapping={mapping} opened={opened} onClose={onClose} />
}

type EditorProps = Omit<MappingModalProps, 'owner'>

function Editor({ mapping, opened, onClose }: EditorProps) {
  const client = useQueryClient()
  const start = mapping ? fromWire(mapping) : newMapping()
  const form = useForm<MappingValues>({ defaultValues: start })
  const name = useWatch({ control: form.control, name: 'name' })

  const save = async (values: MappingValues) => {
    const twice = doubled(values.lines)
    if (twice.length > 0) {
      const errors = Object.fromEntries(
        twice.map((at) => [`lines.${at}.header`, ['Another line has this header already']]),
      )
      throw Object.assign(new Error('Please check the headers'), { errors })
    }
    const wire = toWire(values)
    await saveMapping(mapping?.id ?? null, wire)
    toastSuccess(`${wire.name} was saved`)
    await client.invalidateQueries({ queryKey: mappingsKey })
  }

  return (
    <ModalForm
      form={form}
      onSubmit={save}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title={mapping ? 'Edit Mapping' : 'New Mapping'}
      size="lg"
      submitLabel="Save"
      submitDisabled={name.trim() === ''}
    >
      <TextField
        control={form.control}
        name="name"
        label="Name"
        required
        maxLength={100}
        focusFirst
      />
      <Lines form={form} />
    </ModalForm>
  )
}

function Lines({ form }: { form: UseFormReturn<MappingValues> }) {
  const { control, register, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  return (
    <Stack gap="xs">
      <div className={classes.lines} role="group" aria-label="Columns">
        {fields.map((field, at) => (
          <div key={field.id} className={classes.line}>
            <TextInput
              aria-label={`Header of column ${at + 1}`}
              placeholder="Header in the file"
              maxLength={200}
              autoComplete="off"
              error={formState.errors.lines?.[at]?.header?.message}
              {...register(`lines.${at}.header`)}
            />
            <TargetField control={control} at={at} />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Remove column ${at + 1}`}
              onClick={() => remove(at)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </div>
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => append({ ...EMPTY_LINE })}
        >
          Add column
        </Button>
      </div>
    </Stack>
  )
}

/** Controlled: a select of its own would keep its choice when lines before it are removed. */
function TargetField({ control, at }: { control: Control<MappingValues>; at: number }) {
  const { field } = useController({ control, name: `lines.${at}.target` })
  return <NativeSelect aria-label={`Field of column ${at + 1}`} data={CHOICES} {...field} />
}

interface FixedMappingProps {
  mapping: UploadMapping
  opened: boolean
  onClose: () => void
}

function FixedMapping({ mapping, opened, onClose }: FixedMappingProps) {
  const { name, lines } = fromWire(mapping)
  return (
    <AppModal opened={opened} onClose={onClose} title={name || 'Mapping'} size="lg">
      <Stack gap="sm">
        {mapping.default && <Notice>Default mappings cannot be edited.</Notice>}
        <div className={classes.lines} role="group" aria-label="Columns">
          {lines.map(({ header, target }) => (
            <div key={header} className={classes.line}>
              <span>{header}</span>
              <span>{LABELS.get(target) ?? target}</span>
            </div>
          ))}
        </div>
      </Stack>
    </AppModal>
  )
}
