// The search box. Typing is quick, the address bar follows 300 ms later and keeps one history entry
// for the whole word; Enter does not wait.
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

import classes from './filters.module.css'

const WAIT_MS = 300

interface TextFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  // Back, forward and 'Clear all' change the value from outside.
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }

  const later = useDebouncedCallback(onChange, WAIT_MS)
  const now = (text: string) => {
    later.cancel()
    setDraft(text)
    if (text !== value) onChange(text)
  }

  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      value={draft}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        draft ? <CloseButton size="xs" aria-label="Clear search" onClick={() => now('')} /> : null
      }
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') now(draft)
        if (event.key === 'Escape' && draft) now('')
      }}
    />
  )
}
