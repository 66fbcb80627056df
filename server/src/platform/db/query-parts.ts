import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** Words in a pattern of LIKE with `escape '\'`: in small letters, and `%` and `_` are signs like any other. */
export const plainPattern = (words: string) => words.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Whether a text has these words in it; the case of ASCII letters does not matter. */
export const contains = (text: RawBuilder<unknown>, words: string) =>
  sql<boolean>`lower(${text}) like ${`%${plainPattern(words)}%`} escape '\\'`

/** How many rows a query finds whose columns are not chosen yet. */
export async function totalOf<DB, Names extends keyof DB>(
  query: SelectQueryBuilder<DB, Names, unknown>,
): Promise<number> {
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

const MOST_IN_A_LIST = 1_000

/** Reads by a list of any length, at most 1,000 values a statement; repeated values count once. */
export async function inParts<Value, Row>(
  values: Iterable<Value>,
  read: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all = [...new Set(values)]
  const rows: Row[] = []
  for (let from = 0; from < all.length; from += MOST_IN_A_LIST)
    rows.push(...(await read(all.slice(from, from + MOST_IN_A_LIST))))
  return rows
}
