import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** Escapes text for a LIKE pattern with `escape '\'`, in lower case: `%` and `_` lose their special meaning. */
export const likePattern = (words: string) => words.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Returns a condition: the text contains these words, ignoring the case of ASCII letters. */
export const containsText = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`lower(${text}) like ${`%${likePattern(words)}%`} escape '\\'`

/** Counts the rows of a query whose columns are not selected yet. */
export async function countRows<DB, Names extends keyof DB>(
  query: SelectQueryBuilder<DB, Names, unknown>,
): Promise<number> {
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

const BATCH_SIZE = 1_000

/** Reads by a list of any length, at most 1,000 values per statement; duplicates count once. */
export async function inBatches<Value, Row>(
  values: Iterable<Value>,
  read: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all = [...new Set(values)]
  const rows: Row[] = []
  for (let from = 0; from < all.length; from += BATCH_SIZE)
    rows.push(...(await read(all.slice(from, from + BATCH_SIZE))))
  return rows
}
