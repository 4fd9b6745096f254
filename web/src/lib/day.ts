// A calendar day as text. Apart from dates.ts and without dayjs, because route schemas check days
// and are part of what every page downloads.

/** 'yyyy-mm-dd' */
export type Day = string

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
