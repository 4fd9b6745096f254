// What the two lists keep in the address bar. Apart from the filters themselves, because route
// schemas are part of what every page downloads.
import { dayParam, listSearch, textParam } from '@/lib/search'

export const shipmentsSearch = listSearch({
  q: textParam,
  downloaded: textParam,
  source: textParam,
  from: dayParam,
  to: dayParam,
  status: textParam,
  carrier: textParam,
  presets: textParam,
  upload_id: textParam,
})
