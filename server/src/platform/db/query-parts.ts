import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** Words in a pattern of LIKE with `escape '\'`: in small letters, and `%` and `_` are signs like any other. */
export const likePattern = (words: string) => words.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Whether a text has these words in it; the case of ASCII letters does not matter. */
export const containsText = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`lower(${text}) like ${`%${likePattern(words)}%`} escape '\\'`

/** How many rows a query finds whose columns are not chosen yet. */
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

/** Reads by a list of any length, at most 1,000 values a statement; repeated values count once. */
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
