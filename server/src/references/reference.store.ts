import { inParts } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'

/** Papers that exist and are found under one of these keys. */
export async function papersByKeys(db: Db, keys: string[]): Promise<Map<string, string[]>> {
  const rows = await inParts(keys, (part) =>
    db
      .selectFrom('paper_keys')
      .innerJoin('papers', 'papers.id', 'paper_keys.paper_id')
      .select(['paper_keys.key', 'paper_keys.paper_id'])
      .where('paper_keys.key', 'in', part)
      .where('papers.deleted_at', 'is', null)
      .orderBy('paper_keys.paper_id')
      .execute(),
  )
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return new Map([...byKey].map(([key, list]) => [key, list.map(({ paper_id }) => paper_id)]))
}
