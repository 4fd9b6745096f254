// Disputes a carrier's adjustment: why, and what should have been charged. What the server objects to
// stands in the form.
import { zodResolver } from '@hookform/resolvers/zod'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { adjustmentsKey, submitDispute } from '@/api/adjustments'
import { balanceKey } from '@/api/balance'
import { ModalForm } from '@/components/form/ModalForm'
import { TextareaField } from '@/components/form/TextField'
import { CurrencyField } from '@/components/form/ValueFields'
import { toastSuccess } from '@/components/ui/modals/toasts'
import { formatMoney, parseCents } from '@/lib/format'

const schema = z.object({
  expectation: z.string().check(
    z.minLength(1, { error: "can't be blank", abort: true }),
    z.refine((amount) => (parseCents(amount) ?? -1n) >= 0n, 'must not be negative'),
  ),
  detail: z.string().check(z.trim(), z.minLength(1, "can't be blank")),
})

/** The adjustment a dispute is about, as either list knows it. */
export interface Disputed {
  adjustment: string
  description: string
  quoted: string | null
  charged: string | null
}

interface DisputeModalProps {
  opened: boolean
  onClose: () => void
  disputed: Disputed
}

export function DisputeModal({ opened, onClose, disputed }: DisputeModalProps) {
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { expectation: '', detail: '' },
  })

  const submit = async (values: z.infer<typeof schema>) => {
    await submitDispute(disputed.adjustment, values)
    toastSuccess('The dispute was submitted')
    await Promise.all([
      client.invalidateQueries({ queryKey: balanceKey }),
      client.invalidateQueries({ queryKey: adjustmentsKey }),
    ])
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      opened={opened}
      onClose={onClose}
      title="Submit Dispute"
      submitLabel="Submit Dispute"
    >
      <Text size="sm">
        {disputed.description}
        <br />
        Quoted {formatMoney(disputed.quoted)}, charged {formatMoney(disputed.charged)}.
      </Text>
      <CurrencyField
        control={form.control}
        name="expectation"
        label="Expected charge"
        description="What you should have been charged for this label."
        required
      />
      <TextareaField
        control={form.control}
        name="detail"
        label="Reason"
        description="Tell what was really shipped, and how you know."
        maxLength={2000}
        rows={4}
        required
      />
    </ModalForm>
  )
}
