// Colours, type and the theme switch.
import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'

import { DARK_MODES } from '@/lib/storage'
import { setDarkMode, useDarkMode } from '@/lib/theme'

import { Example } from './Example'
import classes from './gallery.module.css'

const SHADES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const LABELS = { system: 'System', light: 'Light', dark: 'Dark' }

export function ThemeSection() {
  const mode = useDarkMode()
  return (
    <>
      <Group>
        <SegmentedControl
          aria-label="Theme"
          size="xs"
          value={mode}
          data={DARK_MODES.map((value) => ({ value, label: LABELS[value] }))}
          onChange={setDarkMode}
        />
        <Button>Primary</Button>
        <Button variant="default">Default</Button>
        <Button variant="light">Light</Button>
        <Button variant="subtle">Subtle</Button>
        <Button color="red">Delete</Button>
        <Button disabled>Disabled</Button>
        <Button loading>Loading</Button>
      </Group>
      <div className={classes.pair}>
        <Example title="Accent">
          <Swatches name="brand" />
        </Example>
        <Example title="Greys">
          <Swatches name="gray" />
        </Example>
      </div>
      <Example title="Type">
        <div>
          <Title order={3}>Heading inside a page</Title>
          <Text>Body text at 14 pixels. Figures line up: 1,111.11 and 8,888.88.</Text>
          <Text size="sm" c="dimmed">
            Dimmed text for what matters less.
          </Text>
        </div>
      </Example>
    </>
  )
}

function Swatches({ name }: { name: string }) {
  return (
    <div className={classes.swatches}>
      {SHADES.map((shade) => (
        <span
          key={shade}
          className={classes.swatch}
          title={`${name} ${shade}`}
          style={{ background: `var(--mantine-color-${name}-${shade})` }}
        />
      ))}
    </div>
  )
}
