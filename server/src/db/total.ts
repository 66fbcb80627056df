import type { SelectQueryBuilder } from 'kysely'

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
