// The Business Information screen: sends the owner to the payment processor, who completes the
// onboarding there. The processor's agreement must be accepted first, once.
import { Anchor, Button, Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { businessInformationQuery, startOnboarding } from '@/api/businessInformation'
import { listErrorText } from '@/api/errors'
import { paymentMethodsQuery } from '@/api/paymentMethods'
import { tellFailure } from '@/components/labels/failure'
import { PageHeader } from '@/components/layout/PageHeader'
import { withBusy } from '@/components/ui/modals/busy'
import { Notice } from '@/components/ui/Notice'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { STRIPE_AGREEMENT } from '@/features/payments/outside'

async function goToProcessor(): Promise<void> {
  try {
    const location = await withBusy('Updating...', startOnboarding, { cancellable: false })
    window.location.assign(location)
  } catch (error) {
    tellFailure(error)
  }
}

export function BusinessInformationPage() {
  const { data, error, refetch } = useQuery(businessInformationQuery)
  return (
    <>
      <PageHeader
        title="Business Information"
        description="Incentives are paid out through our payment processor, who has to know your business."
      />
      {data ? (
        <Onboarding billingEnabled={data.billing_enabled} accepted={data.tos_accepted} />
      ) : error ? (
        <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock />
      )}
    </>
  )
}

interface OnboardingProps {
  billingEnabled: boolean
  /** The agreement was accepted before. */
  accepted: boolean
}

function Onboarding({ billingEnabled, accepted }: OnboardingProps) {
  const [agreed, setAgreed] = useState(accepted)
  return (
    <Stack gap="md" maw={640}>
      <State billingEnabled={billingEnabled} accepted={accepted} />
      <Text>
        You will be sent to the payment processor to enter or change the details of your business,
        and come back here afterwards.
      </Text>
      <Checkbox
        label={
          <>
            I accept <Agreement />
          </>
        }
        checked={agreed}
        disabled={accepted}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <div>
        <Button disabled={!agreed} onClick={() => void goToProcessor()}>
          Update
        </Button>
      </div>
    </Stack>
  )
}

function State({ billingEnabled, accepted }: OnboardingProps) {
  if (billingEnabled) return <Notice tone="success">Your business account is verified.</Notice>
  if (!accepted) return null
  return <Notice tone="warning">Your business account is pending verification</Notice>
}

/** The processor's agreement: Stripe's can be read at Stripe, the sandbox bank has none. */
function Agreement() {
  const processor = useQuery(paymentMethodsQuery).data?.keys.card_provider.kind
  const words = "the payment processor's services agreement"
  if (processor !== 'stripe') return words
  return (
    <Anchor inherit href={STRIPE_AGREEMENT} target="_blank" rel="noopener noreferrer">
      {words}
    </Anchor>
  )
}
