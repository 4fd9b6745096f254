// One choice out of a list, as a chip that opens a list box. Long lists get a search field.
import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'

import { FilterChip } from './FilterChip'
import type { FilterOption } from './filters'
import classes from './filters.module.css'

const SEARCH_FROM = 10
const ANY = ''

interface SelectFilterProps {
  label: string
  options: readonly FilterOption[]
  value: string | undefined
  defaultValue: string | undefined
  onChange: (value: string | undefined) => void
}

export function SelectFilter(props: SelectFilterProps) {
  const { label, options, value, defaultValue, onChange } = props
  const [term, setTerm] = useState('')
  const searchable = options.length >= SEARCH_FROM
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      if (searchable) combobox.focusTarget()
      setTerm('')
    },
    onDropdownOpen: () => {
      combobox.selectActiveOption()
      if (searchable) combobox.focusSearchInput()
    },
  })

  const effective = value ?? defaultValue
  const chosen = options.find((option) => option.value === effective)
  const offered: readonly FilterOption[] = [
    ...(defaultValue === undefined ? [{ value: ANY, label: 'Any' }] : []),
    ...options,
  ].filter((option) => option.label.toLowerCase().includes(term.trim().toLowerCase()))

  return (
    <Combobox
      store={combobox}
      // Inside the filter bar's landmark, where screen readers look for it.
      withinPortal={false}
      position="bottom-start"
      width={220}
      shadow="md"
      onOptionSubmit={(picked) => {
        onChange(picked === ANY || picked === defaultValue ? undefined : picked)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        <FilterChip
          label={label}
          text={chosen?.label}
          onClear={value === undefined ? undefined : () => onChange(undefined)}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable && (
          <Combobox.Search
            // Mantine leaves the role to the button, which then names no list.
            role="combobox"
            aria-expanded
            aria-controls={combobox.listId ?? undefined}
            value={term}
            placeholder={`Find ${label.toLowerCase()}`}
            aria-label={`Find ${label.toLowerCase()}`}
            onChange={(event) => {
              setTerm(event.currentTarget.value)
              combobox.selectFirstOption()
            }}
          />
        )}
        <Combobox.Options aria-label={label} className={classes.options}>
          {offered.map((option) => {
            const active = option.value === (effective ?? ANY)
            return (
              <Combobox.Option key={option.value} value={option.value} active={active}>
                <span className={classes.option}>
                  {option.label}
                  {active && <IconCheck size={14} aria-hidden />}
                </span>
              </Combobox.Option>
            )
          })}
          {offered.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
