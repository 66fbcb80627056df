const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats the distance of a moment from now: 刚刚, 5 分钟前, 昨天, 11月3日. */
export function relativeTime(moment: Date, now: Date): string {
  const past = now.getTime() - moment.getTime()
  if (past < 0) return future(moment, -past, now)
  if (past < MINUTE) return '刚刚'
  if (past < HOUR) return `${Math.floor(past / MINUTE)} 分钟前`
  const days = daysBetween(moment, now)
  if (days === 0) return `${Math.floor(past / HOUR)} 小时前`
  if (days === 1) return '昨天'
  if (days < 7) return `${days} 天前`
  return dateOf(moment, now)
}

function future(moment: Date, ahead: number, now: Date): string {
  if (ahead < MINUTE) return '刚刚'
  const days = Math.ceil(ahead / DAY)
  return days <= 60 ? `${days} 天后` : dateOf(moment, now)
}

function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight(later) - midnight(earlier)) / DAY)
}

// Formatted by hand: creating the first Intl.DateTimeFormat is slow.
function dateOf(moment: Date, now: Date): string {
  const day = `${moment.getMonth() + 1}月${moment.getDate()}日`
  return moment.getFullYear() === now.getFullYear() ? day : `${moment.getFullYear()}年${day}`
}

function fullDate(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}年${moment.getMonth() + 1}月${moment.getDate()}日`
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** Renders a moment as relative time, with the full date on hover. */
export function RelativeTime({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={fullDate(moment)}>
      {relativeTime(moment, new Date())}
    </time>
  )
}
