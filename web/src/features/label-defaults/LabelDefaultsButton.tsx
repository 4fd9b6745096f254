// Opens Configure Label Defaults. The dialog is loaded when it is first opened.
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const LabelDefaultsModal = lazy(async () => ({
  default: (await import('./LabelDefaultsModal')).LabelDefaultsModal,
}))

export function LabelDefaultsButton() {
  /** Null until it is opened for the first time. */
  const [opened, setOpened] = useState<boolean | null>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Label defaults
      </Button>
      {opened !== null && (
        <Suspense>
          <LabelDefaultsModal opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
