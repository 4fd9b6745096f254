// /shipment-upload/{id}: from a spreadsheet to its labels. The status of the upload, which the
// server keeps, chooses the step.
import { Stack } from '@mantine/core'
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
import { LastFailure } from './LastFailure'
import { PurchaseLabels } from './PurchaseLabels'
import { StepHeading } from './StepHeading'
import { shownStep, type Step, STEPS } from './steps'
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
  const owner = !useUser().person
  /** An earlier step is looked at again. */
  const [wanted, setWanted] = useState<Step | null>(null)
  if (error) return <ErrorBlock message={listErrorText(error)} onRetry={retry} />
  if (!status) return <LoadingBlock />

  const step = shownStep(status, wanted)
  const goOn = async (next: string) => {
    setWanted(null)
    await moveTo(next)
  }
  return (
    <Stack gap="md">
      <StepList current={step} />
      {lost && (
        <Notice tone="warning">The connection was lost. The work goes on; trying again...</Notice>
      )}
      <LastFailure status={status} owner={owner} />
      {step === null ? (
        <LoadingBlock />
      ) : (
        <section aria-label={step}>
          <StepHeading step={step} />
          <StepBody
            step={step}
            id={id}
            status={status}
            owner={owner}
            onStep={goOn}
            onGo={setWanted}
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
  owner: boolean
  onStep: (next: string) => Promise<void>
  onGo: (step: Step) => void
}

function StepBody({ step, onGo, ...rest }: StepBodyProps) {
  const { id, status, owner, onStep } = rest
  if (step === 'Purchase Labels') return <PurchaseLabels {...rest} onGo={onGo} />
  if (step === 'Labels') return <Labels {...rest} />
  if (!owner) return <Notice>The account owner has to take this step.</Notice>
  const rated = status.status === 'rated'
  if (step === 'Assign Mapping') {
    const onBack = rated ? () => onGo('Purchase Labels') : null
    return <AssignMapping id={id} onStep={onStep} onBack={onBack} />
  }
  return (
    <Suspense fallback={<LoadingBlock />}>
      <ImportUpload id={id} rated={rated} onStep={onStep} onGo={onGo} />
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
