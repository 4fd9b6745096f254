// Cells on their own.
import { DateCell, IdCell, MoneyCell, TwoLineCell } from '@/components/table/cells'

import { Example } from './Example'
import classes from './gallery.module.css'

export function CellsSection() {
  return (
    <div className={classes.pair}>
      <Example title="Money: plain, signed, none">
        <div className={classes.row}>
          <MoneyCell value="1234.5" />
          <MoneyCell value="-12.05" signed />
          <MoneyCell value={null} />
        </div>
      </Example>
      <Example title="Date, date and time, none">
        <div className={classes.row}>
          <DateCell value="2026-02-27T15:04:00Z" />
          <DateCell value="2026-02-27T15:04:00Z" withTime />
          <DateCell value={null} />
        </div>
      </Example>
      <Example title="Id to copy, two lines">
        <div className={classes.row}>
          <IdCell value="9400111899223197428490" name="tracking code" />
          <TwoLineCell first="Ada Wright" second="ada@example.com" />
        </div>
      </Example>
    </div>
  )
}
