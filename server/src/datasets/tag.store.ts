import { inParts } from '../db/in-parts.ts'
import type { Db } from '../db/schema.ts'

/** Those of these tags that belong to a dataset. */
export async function among(db: Db, dataset_id: string, ids: string[]): Promise<string[]> {
  const rows = await inParts(ids, (part) =>
    db.selectFrom('tags').select('id').where('dataset_id', '=', dataset_id).where('id', 'in', part).execute(),
  )
  return rows.map(({ id }) => id)
}
