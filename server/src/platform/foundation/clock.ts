/**
 * Returns the latest plausible time for something due at most `longest_ms` ahead. A later time was written
 * while the clock was wrong: waiting for it would take years, and what expires with it would never expire. So
 * comparisons treat it as wrong: as due, as expired or as absent.
 */
export const latestPlausible = (now: Date, longest_ms: number): string =>
  new Date(now.getTime() + longest_ms).toISOString()

/** Returns whether the time `at` is less than `max_age_ms` ago; a time in the future is not fresh. All in ms. */
export const isFresh = (at: number, now: number, max_age_ms: number): boolean =>
  at <= now && now - at < max_age_ms

/** How far the clocks of two servers of one database may differ without either being wrong, ms. */
export const CLOCK_SKEW_MS = 5 * 60_000

const CHINA_OFFSET_MS = 8 * 60 * 60_000

/** Formats a stored time in China Standard Time (UTC+8, without daylight saving), `2026-11-28 17:05`. */
export const formatChinaTime = (time: string): string =>
  new Date(Date.parse(time) + CHINA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
