// The first street line. With a `suggest` function it offers matching addresses while it is typed;
// without one, or when the look-up fails, it is a plain text field.
import { Autocomplete } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'

import type { AddressSuggestion, SuggestAddresses } from './address'
import { asText, type FieldProps, type TextPath, useValueField } from './field'

const WAIT_MS = 250
const MIN_LETTERS = 3

interface StreetFieldProps<V extends FieldValues, N extends TextPath<V>, C, T> extends FieldProps<
  V,
  N,
  C,
  T
> {
  country: string
  suggest: SuggestAddresses
  onPick: (suggestion: AddressSuggestion) => void
}

export function StreetField<V extends FieldValues, N extends TextPath<V>, C, T>({
  control,
  name,
  country,
  suggest,
  onPick,
  ...input
}: StreetFieldProps<V, N, C, T>) {
  const { value, onChange, bind } = useValueField(control, name)
  const [query, setQuery] = useState('')
  const found = useSuggestions(query, country, suggest)
  const byLabel = new Map(found.map((suggestion) => [suggestion.label, suggestion]))
  return (
    <Autocomplete
      {...input}
      {...bind}
      value={asText(value)}
      onChange={(text) => {
        // A picked suggestion arrives as its label.
        const picked = byLabel.get(text)
        setQuery(picked ? '' : text)
        if (picked) onPick(picked)
        else onChange(text)
      }}
      data={[...byLabel.keys()]}
      // The service has matched already; its spelling may differ from what was typed.
      filter={({ options }) => options}
      autoComplete="off"
    />
  )
}

function useSuggestions(query: string, country: string, suggest: SuggestAddresses) {
  const [found, setFound] = useState<readonly AddressSuggestion[]>([])
  const wanted = query.trim().length >= MIN_LETTERS
  useEffect(() => {
    if (!wanted) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      suggest(query.trim(), { country, signal: controller.signal }).then(
        (suggestions) => {
          if (!controller.signal.aborted) setFound(suggestions)
        },
        () => setFound([]),
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted, query, country, suggest])
  return wanted ? found : []
}
