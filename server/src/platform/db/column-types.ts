/** A boolean as both databases store it: 1 for true. */
export type Flag = 0 | 1

/** A time as `Date.toISOString` writes it: ISO 8601 in UTC with milliseconds, so that texts sort as times. */
export type IsoTime = string
