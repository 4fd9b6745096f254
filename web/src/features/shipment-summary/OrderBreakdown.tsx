// What was in the parcel, by the shop's order: a main block and additional ones, each with headers,
// rows and a footer. A shipment without an order shows nothing.
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ApiError, listErrorText } from '@/api/errors'
import { orderQuery } from '@/api/shipments/list'
import type { OrderBlock } from '@/api/shipments/wire'

import classes from './summary.module.css'

export function OrderBreakdown({ id }: { id: string }) {
  const { data, error } = useQuery(orderQuery(id))
  if (error && !(error instanceof ApiError && error.status === 404)) {
    return (
      <Text size="sm" c="dimmed" role="status">
        The order could not be loaded: {listErrorText(error)}
      </Text>
    )
  }
  const blocks = data ? [data.main, ...data.additional.items].filter(hasContent) : []
  if (blocks.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="order-breakdown">
      <Title order={2} size="h4" id="order-breakdown">
        Order
      </Title>
      {numbered(blocks).map(([key, block]) => (
        <Block key={key} block={block} />
      ))}
    </section>
  )
}

function hasContent({ rows, footer }: OrderBlock): boolean {
  return rows.length > 0 || footer.length > 0
}

/** Cells and rows of an order have no names of their own: their place is what they are. */
function numbered<T>(items: readonly T[]): [key: string, item: T][] {
  return items.map((item, at) => [String(at), item])
}

function Block({ block }: { block: OrderBlock }) {
  const { title } = block
  return (
    <div className={classes.block}>
      {title && (
        <Title order={3} size="h5">
          {title}
        </Title>
      )}
      <div className={classes.blockScroll}>
        <table className={classes.order} aria-label={title || 'Order items'}>
          {block.headers.length > 0 && (
            <thead>
              <tr>
                {numbered(block.headers).map(([key, header]) => (
                  <th key={key} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {numbered(block.rows).map(([row, cells]) => (
              <tr key={row}>
                {numbered(cells).map(([key, cell]) => (
                  <td key={key}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {block.footer.length > 0 && (
            <tfoot>
              <tr>
                {numbered(block.footer).map(([key, cell]) => (
                  <td key={key}>{cell}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  )
}
