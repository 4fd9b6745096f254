// /shipment-upload/{id}: from a spreadsheet to its labels. The status of the upload, which the
// server keeps, chooses the step.
import { Stack, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import { listErrorText } from '@/api/errors'
import type { UploadStatus } from '@/api/uploads'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'

import { AssignMapping } from './AssignMapping'
import { Labels } from './Labels'
import { PurchaseLabels } from './PurchaseLabels'
import { type Step, stepOf, STEPS } from './steps'
import { useUploadStatus } from './useUploadStatus'
import classes from './wizard.module.css'

const route = getRouteApi('/_app/shipment-upload/$id')

/** The form of a whole shipment, which only this step needs. */
const ImportUpload = lazy(async () => ({ default: (await import('./ImportUpload')).ImportUpload }))

export function UploadWizardPage() {
  const { id } = route.useParams()
  return (
    <>
      <PageHeader title="CSV Upload Labels">
        <ButtonLink variant="default" to="/shipment-uploads">
          Shipment Uploads
        </ButtonLink>
      </PageHeader>
      <Wizard key={id} id={id} />
    </>
  )
}

function Wizard({ id }: { id: string }) {
  const { status, error, lost, retry, moveTo } = useUploadStatus(id)
  /** The mapping is looked at again, though it was confirmed. */
  const [remaps, setRemaps] = useState(false)
  if (error) return <ErrorBlock message={listErrorText(error)} onRetry={retry} />
  if (!status) return <LoadingBlock />

  const step = status.status === 'mapped' && remaps ? STEPS[0] : stepOf(status.status)
  const goOn = async (next: string) => {
    setRemaps(false)
    await moveTo(next)
  }
  return (
    <Stack gap="md">
      <StepList current={step} />
      {lost && (
        <Notice tone="warning">The connection was lost. The work goes on; trying again...</Notice>
      )}
      {step === null ? (
        <LoadingBlock />
      ) : (
        <section aria-label={step}>
          <Title order={2} mb="sm">
            {step}
          </Title>
          <StepBody
            step={step}
            id={id}
            status={status}
            onStep={goOn}
            onRemap={() => setRemaps(true)}
          />
        </section>
      )}
    </Stack>
  )
}

interface StepBodyProps {
  step: Step
  id: string
  status: UploadStatus
  onStep: (next: string) => Promise<void>
  onRemap: () => void
}

function StepBody({ step, id, status, onStep, onRemap }: StepBodyProps) {
  const owner = !useUser().person
  if (step === 'Purchase Labels') {
    return <PurchaseLabels id={id} status={status} owner={owner} onStep={onStep} />
  }
  if (step === 'Labels') return <Labels id={id} status={status} owner={owner} onStep={onStep} />
  if (!owner) return <Notice>The account owner has to take this step.</Notice>
  return step === 'Assign Mapping' ? (
    <AssignMapping id={id} onStep={onStep} />
  ) : (
    <Suspense fallback={<LoadingBlock />}>
      <ImportUpload id={id} onStep={onStep} onRemap={onRemap} />
    </Suspense>
  )
}

/** Where one is; steps are not links, because the status decides. */
function StepList({ current }: { current: Step | null }) {
  const at = current === null ? -1 : STEPS.indexOf(current)
  return (
    <ol className={classes.steps} aria-label="Steps">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} className={classes.step}>
          <span className={classes.number} data-done={index < at || undefined}>
            {index < at ? <IconCheck size={13} aria-label="Done" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
