const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const fullFormat = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric' })
const yearFormat = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' })

/** Says in words how far a moment is from now: 刚刚, 5 分钟前, 昨天, 11月3日. */
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

const dateOf = (moment: Date, now: Date) =>
  (moment.getFullYear() === now.getFullYear() ? dayFormat : yearFormat).format(moment)

/** A moment in words, with the date on hover. */
export function RelativeTime({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={fullFormat.format(moment)}>
      {relativeTime(moment, new Date())}
    </time>
  )
}
