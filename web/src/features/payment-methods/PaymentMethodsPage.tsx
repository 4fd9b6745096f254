// The Payment Methods screen: cards, bank accounts, and how much of the credit limit is used.
import { Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'

import { listErrorText } from '@/api/errors'
import { type Bank, type Card, paymentMethodsQuery } from '@/api/paymentMethods'
import { PageHeader } from '@/components/layout/PageHeader'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { choosePrimary, removeWithQuestion } from '@/features/payments/actions'
import { AddBankControl } from '@/features/payments/AddBankControl'
import { AddCardButton } from '@/features/payments/AddCardButton'
import { BankCard } from '@/features/payments/BankCard'
import { MethodCard } from '@/features/payments/MethodCard'
import classes from '@/features/payments/payments.module.css'
import { formatMoney } from '@/lib/format'

const VerifyBankModal = lazy(async () => ({
  default: (await import('./VerifyBankModal')).VerifyBankModal,
}))

interface Verifying {
  opened: boolean
  bank: Bank
}

export function PaymentMethodsPage() {
  const { data, error, refetch } = useQuery(paymentMethodsQuery)
  const [verifying, setVerifying] = useState<Verifying | null>(null)

  return (
    <>
      <PageHeader
        title="Payment Methods"
        description="Cards and bank accounts that fill your balance and pay your invoices."
      />
      {!data && error && (
        <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingBlock />}
      {data && (
        <Stack gap="xl">
          <Text>
            Credit Limit: {formatMoney(data.credit.used)} of {formatMoney(data.credit.limit)} used
          </Text>
          <Section
            title="Credit or Debit Cards"
            none="No cards yet."
            count={data.cards.length}
            add={<AddCardButton />}
          >
            {data.cards.map((card) => (
              <CardItem key={card.id} card={card} />
            ))}
          </Section>
          <Section
            title="Bank Accounts"
            none="No bank accounts yet."
            count={data.bank_accounts.length}
            add={<AddBankControl label="Add New Bank Account" />}
          >
            {data.bank_accounts.map((bank) => (
              <BankCard
                key={bank.id}
                bank={bank}
                mayChange
                onVerify={(one) => setVerifying({ opened: true, bank: one })}
              />
            ))}
          </Section>
        </Stack>
      )}
      {verifying && (
        <Suspense>
          <VerifyBankModal
            key={verifying.bank.id}
            opened={verifying.opened}
            bank={verifying.bank}
            onClose={() => setVerifying({ ...verifying, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}

interface SectionProps {
  title: string
  count: number
  /** Said when there are none. */
  none: string
  /** What adds one. */
  add: ReactNode
  children: ReactNode
}

function Section({ title, count, none, add, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <ul className={classes.methods}>{children}</ul>
      )}
      <div>{add}</div>
    </section>
  )
}

function CardItem({ card }: { card: Card }) {
  const client = useQueryClient()
  const named = { id: card.id, name: `${card.card_type} ${card.last4}` }
  return (
    <MethodCard
      title={`${card.card_type} •••• ${card.last4}`}
      name={named.name}
      details={[`Expires ${card.expires}`]}
      tags={card.primary ? [{ tone: 'blue', label: 'Primary' }] : []}
      actions={[
        ...(card.primary
          ? []
          : [{ label: 'Make primary', onClick: () => void choosePrimary(client, named) }]),
        {
          label: 'Delete',
          danger: true,
          onClick: () => void removeWithQuestion(client, named),
        },
      ]}
    />
  )
}
