// The heading of a step. What had the focus goes away with the step before, so the heading takes it:
// the keyboard goes on from there, and screen readers say where one is.
import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'

import type { Step } from './steps'

export function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // Steps also change by themselves, while somebody is elsewhere on the page.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [step])
  return (
    <Title ref={heading} order={2} mb="sm" tabIndex={-1}>
      {step}
    </Title>
  )
}
