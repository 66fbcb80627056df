import type { Db } from '../../platform/db/schema.ts'

/** Returns the DOIs of papers with a greater sequence number than `seq`, in order. */
export function listPapersAfter(db: Db, seq: number, limit: number) {
  return db
    .selectFrom('papers')
    .select(['id', 'seq', 'doi'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Returns distinct cited DOI keys after `key`, in order. */
export function listReferencesAfter(db: Db, key: string, limit: number) {
  return db
    .selectFrom('paper_references')
    .select('key')
    .distinct()
    .where('key', '>', key === '' ? 'doi:' : key)
    .where('key', '<', 'doi;')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** Returns the ids of the papers that cite the work with a key, in no particular order. */
export async function findCitingPapers(db: Db, key: string): Promise<string[]> {
  const rows = await db.selectFrom('paper_references').select('paper_id').where('key', '=', key).execute()
  return rows.map(({ paper_id }) => paper_id)
}

/** Removes every citation of the work with a key. */
export async function removeReferences(db: Db, key: string): Promise<void> {
  await db.deleteFrom('paper_references').where('key', '=', key).execute()
}
