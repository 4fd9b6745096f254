// Test mode must be unmistakable: a coloured bar across the top of every page.
import { IconFlask } from '@tabler/icons-react'

import { useServer } from '@/api/config'

import classes from './shell.module.css'

export function useTestMode(): boolean {
  return useServer().world === 'test'
}

export function TestBar() {
  if (!useTestMode()) return null
  return (
    <aside className={classes.testBar} aria-label="Test mode">
      <IconFlask size={15} stroke={2} aria-hidden />
      <span>
        <strong>Test data.</strong>
        <span className={classes.testBarMore}> No real labels, no real money.</span>
      </span>
    </aside>
  )
}
