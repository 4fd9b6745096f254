// The first step: what each column of the spreadsheet is. Suggestions come from the server; a saved
// mapping can be put in their place, and the result kept as another one.
import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError, failureText, listErrorText } from '@/api/errors'
import { mappingsKey, mappingsQuery } from '@/api/mappings'
import { type MapsInput, updateMaps, type UploadMaps, uploadMapsQuery } from '@/api/uploads'
import { DirtyGuard } from '@/components/form/DirtyGuard'
import { Notice } from '@/components/ui/Notice'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { mappingName } from '@/lib/uploads'
import { useStableCallback } from '@/lib/useStableCallback'

import { applied, columnOf, doubled, missing, startChoices } from './mapping'
import { MappingTable } from './MappingTable'
import classes from './wizard.module.css'

interface AssignMappingProps {
  id: string
  onStep: (next: string) => Promise<void>
  /** Back to the rates, where there are any: they are lost with a new mapping. */
  onBack: (() => void) | null
}

export function AssignMapping({ id, onStep, onBack }: AssignMappingProps) {
  const { data, error, refetch } = useQuery({
    ...uploadMapsQuery(id),
    // What is being chosen must not change under the user's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return <MappingForm id={id} data={data} onStep={onStep} onBack={onBack} />
  if (error) return <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
  return (
    <>
      <LoadingBlock />
      <ConfirmBar disabled loading={false} onBack={onBack} />
    </>
  )
}

interface Refused {
  columns: ReadonlyMap<number, string>
  saveAs: string | null
  top: readonly string[]
}

const NOTHING_REFUSED: Refused = { columns: new Map(), saveAs: null, top: [] }
const TWICE = 'Another column is this field already'

function refusedBy(error: unknown): Refused {
  const columns = new Map<number, string>()
  const top: string[] = []
  let saveAs: string | null = null
  for (const [path, messages] of Object.entries(error instanceof ApiError ? error.errors : {})) {
    const index = columnOf(path)
    if (index !== null) columns.set(index, messages.join(', '))
    else if (path === 'save_as') saveAs = messages.join(', ')
    else if (path === 'maps') top.push(...messages.map((message) => `The mapping ${message}.`))
    else top.push(...messages)
  }
  const placed = columns.size > 0 || saveAs !== null || top.length > 0
  return { columns, saveAs, top: placed ? top : [failureText(error)] }
}

interface MappingFormProps extends AssignMappingProps {
  data: UploadMaps
}

function MappingForm({ id, data, onStep, onBack }: MappingFormProps) {
  const { maps, targets } = data
  const client = useQueryClient()
  const saved = useQuery(mappingsQuery()).data?.items
  const [choices, setChoices] = useState(() => startChoices(maps))
  const [mappingId, setMappingId] = useState(data.mapping?.id ?? null)
  const [saveAs, setSaveAs] = useState('')
  const [refused, setRefused] = useState(NOTHING_REFUSED)
  const [saving, setSaving] = useState(false)
  const [dirty, setDirty] = useState(false)
  const lacking = missing(targets, choices)

  const choose = useStableCallback((index: number, target: string) => {
    setChoices({ ...choices, [index]: target })
    setRefused(NOTHING_REFUSED)
    setDirty(true)
  })

  const pick = (picked: string | null) => {
    setMappingId(picked)
    const dictionary = saved?.find((mapping) => mapping.id === picked)?.dictionary
    if (dictionary) setChoices(applied(maps, dictionary))
    setRefused(NOTHING_REFUSED)
    setDirty(true)
  }

  const confirmMapping = async () => {
    const twice = doubled(maps, choices)
    if (twice.size > 0) {
      const columns = new Map([...twice].map((index) => [index, TWICE]))
      setRefused({ ...NOTHING_REFUSED, columns })
      return
    }
    const body: MapsInput = { maps: { ...choices } }
    if (mappingId !== null) body.mapping_id = mappingId
    if (saveAs.trim() !== '') body.save_as = saveAs.trim()
    setRefused(NOTHING_REFUSED)
    setSaving(true)
    try {
      const next = await updateMaps(id, body)
      setDirty(false)
      void client.invalidateQueries({ queryKey: mappingsKey })
      // The next step asks what was mapped.
      void client.invalidateQueries({
        queryKey: uploadMapsQuery(id).queryKey,
        refetchType: 'none',
      })
      await onStep(next)
    } catch (error) {
      setRefused(refusedBy(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Stack gap="sm">
      {refused.top.length > 0 && <Notice tone="error">{refused.top.join(' ')}</Notice>}
      <div className={classes.tools}>
        <Select
          label="Saved mapping"
          placeholder="None"
          data={data.mappings.map((one) => ({
            value: one.id,
            label: mappingName(one.name) || one.id,
          }))}
          comboboxProps={{ keepMounted: false }}
          // Picking needs the mapping itself, which comes with the list.
          disabled={saving || !saved}
          clearable
          value={mappingId}
          onChange={pick}
        />
        <TextInput
          label="Save this mapping as"
          placeholder="Not saved"
          maxLength={100}
          autoComplete="off"
          disabled={saving}
          error={refused.saveAs}
          value={saveAs}
          onChange={(event) => {
            setSaveAs(event.currentTarget.value)
            setDirty(true)
          }}
        />
      </div>
      {lacking.length > 0 && <Notice tone="warning">No column gives: {lacking.join(', ')}.</Notice>}
      <MappingTable
        maps={maps}
        targets={targets}
        choices={choices}
        errors={refused.columns}
        disabled={saving}
        onChoose={choose}
      />
      <ConfirmBar
        disabled={saving}
        loading={saving}
        onBack={onBack}
        onClick={() => void confirmMapping()}
      />
      <DirtyGuard dirty={dirty} isSaving={() => saving} />
    </Stack>
  )
}

interface ConfirmBarProps {
  disabled: boolean
  loading: boolean
  onBack: (() => void) | null
  onClick?: () => void
}

function ConfirmBar({ disabled, loading, onBack, onClick }: ConfirmBarProps) {
  return (
    <div className={classes.bar}>
      {onBack && (
        <Button variant="default" disabled={loading} onClick={onBack}>
          Back to Rates
        </Button>
      )}
      <Button disabled={disabled} loading={loading} onClick={onClick}>
        Confirm Mapping
      </Button>
    </div>
  )
}
