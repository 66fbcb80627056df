const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Up to so many days ago, the distance is given in days; earlier moments are given as a date. */
const MAX_PAST_DAYS = 6
/** The same of moments in the future. */
const MAX_FUTURE_DAYS = 60

/** Formats the distance of a moment from now: 刚刚, 5 分钟前, 昨天, 11月3日. */
export function relativeTime(moment: Date, now: Date): string {
  const past = now.getTime() - moment.getTime()
  if (past < 0) return futureTime(moment, -past, now)
  if (past < MINUTE_MS) return '刚刚'
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} 分钟前`
  const days = daysBetween(moment, now)
  if (days === 0) return `${Math.floor(past / HOUR_MS)} 小时前`
  if (days === 1) return '昨天'
  if (days <= MAX_PAST_DAYS) return `${days} 天前`
  return dateOf(moment, now)
}

/** Formats a moment that lies `ahead` milliseconds after `now`; less than a minute only means that clocks differ. */
function futureTime(moment: Date, ahead: number, now: Date): string {
  if (ahead < MINUTE_MS) return '刚刚'
  const days = Math.ceil(ahead / DAY_MS)
  return days <= MAX_FUTURE_DAYS ? `${days} 天后` : dateOf(moment, now)
}

/** Returns the number of midnights between two moments, in local time. */
function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight(later) - midnight(earlier)) / DAY_MS)
}

/**
 * Formats the day of a moment, with its year unless that is this year; by hand, since the first Intl.DateTimeFormat is
 * slow.
 */
function dateOf(moment: Date, now: Date): string {
  const day = `${moment.getMonth() + 1}月${moment.getDate()}日`
  return moment.getFullYear() === now.getFullYear() ? day : `${moment.getFullYear()}年${day}`
}

/** Formats a moment as day and time of day: 2026年11月3日 09:41. */
function fullDate(moment: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}年${moment.getMonth() + 1}月${moment.getDate()}日`
  return `${day} ${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
}

/** Renders an ISO 8601 moment as relative time, with the full date on hover. */
export function RelativeTime({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={fullDate(moment)}>
      {relativeTime(moment, new Date())}
    </time>
  )
}
