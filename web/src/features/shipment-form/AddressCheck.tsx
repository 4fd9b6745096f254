// Asks whether mail reaches the to address, once it is complete and has settled, and shows a better
// spelling beside the entered one. Which is used is the user's choice, and it is not asked for again.
// A check that fails is not shown: it must not stand in the way.
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Notice } from '@/components/ui/Notice'
import { addressCheckQuery } from '@/features/shipping/api'
import { NO_ADDRESS } from '@/features/shipping/values'
import type { Address } from '@/features/shipping/wire'

import classes from './form.module.css'
import type { ShipmentValues } from './shipmentValues'
import { useSettled } from './useSettled'

const CHECK_MS = 700

const COMPARED = ['street1', 'street2', 'city', 'state', 'zip'] as const
const FILLED_IN = [...COMPARED, 'country'] as const

/** Only these matter to the check; others would only ask again. */
function placeOf(address: Address): Address {
  const { company, street1, street2, city, state, zip, country } = address
  return { ...NO_ADDRESS, company, street1, street2, city, state, zip, country }
}

function isComplete({ street1, city, state, zip, country }: Address): boolean {
  const hasPlace = (city.trim() !== '' && state.trim() !== '') || zip.trim() !== ''
  return country === 'US' && street1.trim().length > 3 && hasPlace
}

/** Capitals, spaces and the four digits after a ZIP code are no better spelling. */
function plain(address: Address): string {
  const parts = COMPARED.map((part) => address[part].trim().replaceAll(/\s+/g, ' ').toUpperCase())
  const zip = parts.pop() ?? ''
  return [...parts, zip.slice(0, 5)].join('|')
}

function lines({ street1, street2, city, state, zip }: Address): string[] {
  return [street1, street2, [city, state, zip].filter(Boolean).join(' ')].filter(Boolean)
}

export function AddressCheck() {
  const { control, setValue, clearErrors } = useFormContext<ShipmentValues>()
  const entered = useWatch({ control, name: 'to_address' })
  const asked = useSettled(JSON.stringify(placeOf(entered)), CHECK_MS)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())

  const settled = asked === JSON.stringify(placeOf(entered))
  const { data } = useQuery({
    ...addressCheckQuery(placeOf(entered)),
    enabled: settled && isComplete(entered) && !kept.has(asked),
  })
  if (!data || !settled || kept.has(asked)) return null

  const keep = (address: string) => setKept((all) => new Set(all).add(address))

  const { suggested } = data
  if (suggested && plain(suggested) !== plain(entered)) {
    const useSuggested = () => {
      for (const part of FILLED_IN) {
        setValue(`to_address.${part}`, suggested[part] || entered[part], { shouldDirty: true })
      }
      clearErrors('to_address')
      // What was suggested needs no second opinion.
      keep(JSON.stringify(placeOf({ ...entered, ...filledIn(suggested, entered) })))
    }
    return (
      <Notice title="There may be a better spelling of this address">
        <div className={classes.choices}>
          <Choice title="Entered" address={entered}>
            <Button size="xs" variant="default" onClick={() => keep(asked)}>
              Keep as entered
            </Button>
          </Choice>
          <Choice title="Suggested" address={suggested}>
            <Button size="xs" onClick={useSuggested}>
              Use suggested
            </Button>
          </Choice>
        </div>
      </Notice>
    )
  }

  const messages = Object.values(data.messages).flat()
  if (data.deliverable) return null
  return (
    <Notice
      tone="warning"
      title="This address could not be confirmed"
      actions={
        <Button size="xs" variant="default" onClick={() => keep(asked)}>
          Keep as entered
        </Button>
      }
    >
      {messages.join('. ')}
    </Notice>
  )
}

function filledIn(suggested: Address, entered: Address): Partial<Address> {
  return Object.fromEntries(FILLED_IN.map((part) => [part, suggested[part] || entered[part]]))
}

interface ChoiceProps {
  title: string
  address: Address
  children: ReactNode
}

function Choice({ title, address, children }: ChoiceProps) {
  return (
    <section aria-label={title} className={classes.choice}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {lines(address).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {children}
    </section>
  )
}
