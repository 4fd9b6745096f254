// Terms & Conditions, Privacy Policy and the copyright line, in the sidebar and on public pages.
import { Anchor, Text } from '@mantine/core'

import { openDocument } from '@/features/terms/openDocument'

import classes from './shell.module.css'

const YEAR = new Date().getFullYear()

export function LegalLinks() {
  return (
    <div className={classes.legal}>
      <div className={classes.legalLinks}>
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => void openDocument('terms')}
        >
          Terms &amp; Conditions
        </Anchor>
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => void openDocument('privacy')}
        >
          Privacy Policy
        </Anchor>
      </div>
      <Text size="xs" c="dimmed">
        © {YEAR} Waybill
      </Text>
    </div>
  )
}
