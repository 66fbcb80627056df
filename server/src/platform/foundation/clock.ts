/**
 * The latest time that can have been written by now, of those that lie at most `longest` milliseconds ahead. A time
 * beyond it was written while the clock was wrong: what waits for it would wait for years, what ends with it would
 * never end. So it counts as wrong wherever times are compared: as due, as over, as not there.
 */
export const latestPlausible = (now: Date, longest: number): string =>
  new Date(now.getTime() + longest).toISOString()

/** Whether something of `at` is at most `age` milliseconds old; what comes from the future is not. */
export const isFresh = (at: number, now: number, age: number): boolean => at <= now && now - at < age

/** Two servers of one database may differ by so much without either being wrong. */
export const CLOCK_SKEW_MS = 5 * 60_000

const CHINA_OFFSET_MS = 8 * 60 * 60_000

/** Returns a stored time as people in China read it, `2026-11-28 17:05`: one zone, without daylight saving. */
export const formatChinaTime = (time: string): string =>
  new Date(Date.parse(time) + CHINA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
