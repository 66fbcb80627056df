const WEEKDAYS = '日一二三四五六'

/** The local day of a moment, as a key that sorts: `2026-11-21`. */
export function dayOf(at: string): string {
  const moment = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The local time of day: `09:41`. */
export function timeOf(at: string): string {
  const moment = new Date(at)
  return [moment.getHours(), moment.getMinutes()].map((value) => String(value).padStart(2, '0')).join(':')
}

/** A day in words: 今天, 昨天, 11月19日 星期四; with the year where it is another one. */
export function dayName(day: string, now: Date): string {
  const today = dayOf(now.toISOString())
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (day === today) return '今天'
  if (day === dayOf(yesterday.toISOString())) return '昨天'
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = WEEKDAYS[new Date(year, month - 1, date).getDay()]
  const named = `${month}月${date}日 星期${weekday}`
  return year === now.getFullYear() ? named : `${year}年${named}`
}

/** Rows by their day, in the order in which they come. */
export function byDay<Row>(rows: readonly Row[], at: (row: Row) => string): { day: string; rows: Row[] }[] {
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const day = dayOf(at(row))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, list]) => ({ day, rows: list }))
}
