// Tells that a payment is neither done nor refused: the bank has not answered, or takes its days.
// Nobody may be led to pay a second time.
import { Button, Group, Stack, Text } from '@mantine/core'

import { openModal } from './dialogs'

const WORDS = {
  pending: {
    title: 'Payment pending',
    text: 'The bank has not told us yet whether this payment went through. We keep asking and book it as soon as we know. Please do not pay again.',
  },
  processing: {
    title: 'Payment processing',
    text: 'The bank has accepted this payment and needs a few days to settle it. Until then it is listed as pending.',
  },
}

/** What the server says comes first. Returns what closes the dialog. */
export function tellSettling(state: keyof typeof WORDS, message?: string | null): () => void {
  const { title, text } = WORDS[state]
  return openModal({
    title,
    content: (close) => (
      <Stack gap="lg">
        <Text>{message || text}</Text>
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    ),
  })
}
