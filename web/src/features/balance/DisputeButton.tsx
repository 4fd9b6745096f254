// 'Submit Dispute', once: afterwards it says 'Disputed' and does nothing.
import { Button } from '@mantine/core'

interface DisputeButtonProps {
  disputed: boolean
  /** What is disputed, for screen readers. */
  name: string
  size?: string
  onClick: () => void
}

export function DisputeButton({
  disputed,
  name,
  size = 'compact-xs',
  onClick,
}: DisputeButtonProps) {
  const label = disputed ? 'Disputed' : 'Submit Dispute'
  return (
    <Button
      variant="default"
      size={size}
      disabled={disputed}
      aria-label={`${label}: ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
