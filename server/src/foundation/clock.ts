/**
 * The latest time that can have been written by now, of those that lie at most `longest` milliseconds ahead. A time
 * beyond it was written while the clock was wrong: what waits for it would wait for years, what ends with it would
 * never end. So it counts as wrong wherever times are compared: as due, as over, as not there.
 */
export const latest = (now: Date, longest: number): string => new Date(now.getTime() + longest).toISOString()

/** Whether something of `at` is at most `age` milliseconds old; what comes from the future is not. */
export const isFresh = (at: number, now: number, age: number): boolean => at <= now && now - at < age

/** Two servers of one database may differ by so much without either being wrong. */
export const CLOCK_SKEW_MS = 5 * 60_000
