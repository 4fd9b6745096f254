// A key combination as it stands on the keyboard: 'G then S', 'Ctrl K'.
import { Kbd, VisuallyHidden } from '@mantine/core'
import { Fragment } from 'react'

import classes from './commands.module.css'
import { keyNames } from './keys'

export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {keyNames(keys).map((chord, at) => (
        <Fragment key={chord.join('+')}>
          {at > 0 && <VisuallyHidden> then </VisuallyHidden>}
          {chord.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
