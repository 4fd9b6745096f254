// Small blocks: page header, badges, notices, copy buttons, and what stands in place of content.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

import { PageHeader } from '@/components/layout/PageHeader'
import { CopyButton } from '@/components/ui/CopyButton'
import { toastSuccess } from '@/components/ui/modals/toasts'
import { Notice } from '@/components/ui/Notice'
import { EmptyBlock, ErrorBlock, LoadErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { StatusBadge } from '@/components/ui/StatusBadge'

import { Example } from './Example'
import classes from './gallery.module.css'
import { STATUSES } from './sampleShipments'

const COPIED = 'Api Key copied into your clipboard!'

export function BlocksSection() {
  return (
    <>
      <Example title="Page header (its h1 is the page's only one; here inside the gallery)">
        <div className={classes.box} inert>
          <PageHeader
            title="Saved Packages"
            description="Parcel, options and customs, ready to be picked on the label form."
          >
            <Button variant="default">Export CSV</Button>
            <Button leftSection={<IconPlus size={14} aria-hidden />}>ADD NEW SAVED PACKAGE</Button>
          </PageHeader>
        </div>
      </Example>
      <div className={classes.pair}>
        <Example title="Status badge: plain and framed">
          <div className={classes.row}>
            {Object.entries(STATUSES).map(([status, tone]) => (
              <StatusBadge key={status} tone={tone}>
                {status}
              </StatusBadge>
            ))}
          </div>
          <div className={classes.row}>
            {Object.entries(STATUSES).map(([status, tone]) => (
              <StatusBadge key={status} tone={tone} framed>
                {status}
              </StatusBadge>
            ))}
          </div>
        </Example>
        <Example title="Copy">
          <div className={classes.row}>
            <CopyButton value="wb_live_4f1c" message={COPIED} />
            <CopyButton value="wb_live_4f1c" message={COPIED} label="Copy API key" iconOnly />
          </div>
        </Example>
      </div>
      <Example title="Notices">
        <Notice>Daily reports are sent at noon UTC.</Notice>
        <Notice tone="success" title="Account was verified successfully." />
        <Notice tone="warning" title="Auto-sync disabled">
          The shop refused the key. Enter a new one to go on.
        </Notice>
        <Notice
          tone="error"
          announce={false}
          actions={
            <Button size="xs" variant="default">
              Payment methods
            </Button>
          }
        >
          Failed to charge your account. Please check your payment method at the Billing Page and
          try again.
        </Notice>
      </Example>
      <div className={classes.pair}>
        <Example title="Empty">
          <div className={classes.box}>
            <EmptyBlock
              title="You've created no rules"
              action={<Button size="xs">Add Rule</Button>}
            >
              Rules change and buy shipments as they are imported from CSV and shops.
            </EmptyBlock>
          </div>
        </Example>
        <Example title="Error with retry">
          <div className={classes.box}>
            <ErrorBlock onRetry={() => toastSuccess('Tried again')}>
              Request 01JQ4Z8K6W3V
            </ErrorBlock>
          </div>
        </Example>
        <Example title="Page that did not load">
          <div className={classes.box}>
            <LoadErrorBlock />
          </div>
        </Example>
        <Example title="Loading">
          <div className={classes.box}>
            <LoadingBlock />
          </div>
        </Example>
      </div>
    </>
  )
}
