// What the two lists keep in the address bar: filters, page, and which row is open. Apart from the
// pages, because route schemas are part of what every page downloads.
import { choiceParam, dayParam, listSearch, textParam } from '@/lib/search'

export const balanceSearch = listSearch({
  kind: textParam,
  from: dayParam,
  to: dayParam,
  /** The transaction whose detail is open. */
  transaction: textParam,
})

export const adjustmentsSearch = listSearch({ filter: choiceParam(['all', 'disputing']) })
