import { type RawBuilder, sql } from 'kysely'

/** Words in a pattern of LIKE with `escape '\'`: in small letters, and `%` and `_` are signs like any other. */
export const plainPattern = (words: string) => words.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Whether a text has these words in it; the case of ASCII letters does not matter. */
export const contains = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`lower(${text}) like ${`%${plainPattern(words)}%`} escape '\\'`
