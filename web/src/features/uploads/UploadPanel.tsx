// Where a spreadsheet is dropped or picked, with a saved mapping and, if wanted, bought at once.
import { Checkbox, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { mappingsQuery } from '@/api/mappings'
import { mappingName } from '@/lib/uploads'

import { UploadButton } from './UploadButton'
import classes from './uploads.module.css'
import { useFileDrop } from './useFileDrop'
import { useUpload } from './useUpload'

export function UploadPanel() {
  const upload = useUpload()
  const [mappingId, setMappingId] = useState<string | null>(null)
  const [wantsToBuy, setWantsToBuy] = useState(false)
  const mappings = useQuery(mappingsQuery()).data?.items ?? []
  // Without a mapping somebody has to look at the columns first.
  const buy = wantsToBuy && mappingId !== null

  const { element, over } = useFileDrop<HTMLElement>((file) => {
    void upload({ file, mappingId, buy })
  })

  return (
    <section
      ref={element}
      className={classes.panel}
      aria-label="Upload a spreadsheet"
      data-over={over || undefined}
    >
      <div className={classes.pick}>
        <UploadButton mappingId={mappingId} buy={buy} />
        <Text size="sm" c="dimmed">
          or drop a file here: CSV, Excel or ODS, up to 50 MB and 100,000 rows.
        </Text>
      </div>
      <div className={classes.choices}>
        <Select
          className={classes.mapping}
          label="Mapping"
          placeholder="Suggested from the headers"
          data={mappings.map(({ id, name }) => ({ value: id, label: mappingName(name) || id }))}
          comboboxProps={{ keepMounted: false }}
          clearable
          value={mappingId}
          onChange={setMappingId}
        />
        <Checkbox
          label="Rate and buy the cheapest labels at once"
          description={mappingId === null ? 'Needs a saved mapping' : undefined}
          disabled={mappingId === null}
          checked={buy}
          onChange={(event) => setWantsToBuy(event.currentTarget.checked)}
        />
      </div>
    </section>
  )
}
