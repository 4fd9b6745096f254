// Lists ordered by dragging or by keyboard; one whose saving fails and snaps back.
import { Button, Text } from '@mantine/core'
import { useState } from 'react'

import { toastError } from '@/components/ui/modals/toasts'
import { sortByIds } from '@/components/ui/reorder/order'
import { ReorderableList } from '@/components/ui/reorder/ReorderableList'

import { Example } from './Example'
import classes from './gallery.module.css'
import { wait } from './wait'

interface Rule {
  id: string
  name: string
  explanation: string
}

const RULES: readonly Rule[] = [
  { id: 'a', name: 'Heavy parcels', explanation: 'When weight is over 320 oz, buy UPS Ground' },
  { id: 'b', name: 'California', explanation: 'When state is CA, ship from San Francisco' },
  { id: 'c', name: 'Letters', explanation: 'When package is Letter, set format to pdf' },
  { id: 'd', name: 'Add packaging', explanation: 'Always, add 2 OZ' },
]

export function ReorderSection() {
  const [rules, setRules] = useState(RULES)
  const failing = async () => {
    await wait(700)
    toastError('Something went wrong')
    throw new Error('refused')
  }
  return (
    <div className={classes.pair}>
      <Example title="Rules: hold 100 ms, then drag; or Space and arrows">
        <ReorderableList
          label="Rules"
          items={rules}
          itemLabel={({ name }) => name}
          renderItem={(rule) => <RuleRow rule={rule} />}
          onReorder={(ids) => setRules(sortByIds(rules, ids))}
          holdMs={100}
        />
      </Example>
      <Example title="Saving fails: the old order comes back (hold 200 ms)">
        <ReorderableList
          label="Conditions"
          items={RULES}
          itemLabel={({ name }) => `condition ${name}`}
          renderItem={({ name }) => name}
          onReorder={failing}
          holdMs={200}
        />
      </Example>
    </div>
  )
}

function RuleRow({ rule }: { rule: Rule }) {
  return (
    <div className={classes.between}>
      <div>
        <Text fw={600}>{rule.name}</Text>
        <Text size="sm" c="dimmed">
          {rule.explanation}
        </Text>
      </div>
      <Button size="xs" variant="default" aria-label={`Edit ${rule.name}`}>
        Edit
      </Button>
    </div>
  )
}
