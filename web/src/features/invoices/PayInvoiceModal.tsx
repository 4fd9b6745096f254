// Pays what an invoice still asks for, from a chosen method. A refusal is told in a toast and leaves
// the dialog open, so that another method can be tried.
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { balanceKey, balanceQuery, createCharger } from '@/api/balance'
import { selectOptions } from '@/api/contract'
import { listErrorText, requestErrorText, serverMessageOr } from '@/api/errors'
import { type Invoice, invoicesKey } from '@/api/invoices'
import { AnchorLink } from '@/components/ui/links'
import { AppModal } from '@/components/ui/modals/AppModal'
import { tellSettling } from '@/components/ui/modals/settling'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'
import { Notice } from '@/components/ui/Notice'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { formatDate, formatMoney } from '@/lib/format'

import { invoiceNumber, isPaid } from './columns'

// Widened: the route is typed by its own file.
const PAYMENT_METHODS: string = '/payment-methods'
const CLOSED_IS_UNMOUNTED = { keepMounted: false }

interface PayInvoiceModalProps {
  opened: boolean
  onClose: () => void
  invoice: Invoice
}

export function PayInvoiceModal({ opened, onClose, invoice }: PayInvoiceModalProps) {
  const client = useQueryClient()
  const [charge] = useState(createCharger)
  const [paying, setPaying] = useState(false)
  const [picked, setPicked] = useState<string | null>(null)
  const { data, error, isPending, refetch } = useQuery(balanceQuery)
  const methods = data?.topup.payment_method.options ?? []
  const method = picked ?? data?.topup.payment_method.value ?? methods[0]?.[0] ?? null

  const pay = async (topup_method: string) => {
    setPaying(true)
    try {
      const order = { amount: invoice.amount_due, topup_method, invoice_id: invoice.id }
      const { payment, message } = await charge(order)
      onClose()
      if (payment.state === 'pending' || payment.state === 'processing') {
        tellSettling(payment.state, message)
      } else toastSuccess('Invoice paid successfully!')
    } catch (failure) {
      toastError(serverMessageOr(failure, requestErrorText(failure)))
    } finally {
      setPaying(false)
      void client.invalidateQueries({ queryKey: invoicesKey })
      void client.invalidateQueries({ queryKey: balanceKey })
    }
  }

  return (
    <AppModal
      opened={opened}
      onClose={() => {
        if (!paying) onClose()
      }}
      closeOnClickOutside={false}
      title={`Pay invoice #${invoiceNumber(invoice)}`}
    >
      <Stack gap="md">
        <Text>
          {formatMoney(invoice.amount_due)} for {formatDate(invoice.from)} to{' '}
          {formatDate(invoice.to)}, due on {formatDate(invoice.due)}.
        </Text>
        {isPending && <LoadingBlock />}
        {!isPending && !data && (
          <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
        )}
        {data && methods.length === 0 && (
          <Notice tone="info">
            You have no payment method yet.{' '}
            <AnchorLink to={PAYMENT_METHODS} inherit underline="always">
              Add a payment method
            </AnchorLink>
          </Notice>
        )}
        {data && (
          <Select
            label="Payment method"
            data={selectOptions(methods)}
            value={method}
            onChange={setPicked}
            disabled={paying || methods.length === 0}
            comboboxProps={CLOSED_IS_UNMOUNTED}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={paying} onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={paying}
            disabled={method === null || isPaid(invoice)}
            onClick={() => {
              if (method !== null) void pay(method)
            }}
          >
            Pay {formatMoney(invoice.amount_due)}
          </Button>
        </Group>
      </Stack>
    </AppModal>
  )
}
