import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { LearnedTermsTable } from '../../platform/db/schema-search.ts'

const STATE_KEY = 'learned_terms'

/**
 * Returns the last `change` that was covered when terms were learned, which is also their version; 0 before the first
 * run.
 */
export async function findLearnedChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** Returns records of papers that are not deleted with a sequence number below `seq`, newest first. */
export async function listRecordsBefore(db: Db, seq: number, limit: number) {
  const rows = await db
    .selectFrom('papers')
    .select(['seq', 'record'])
    .where('seq', '<', seq)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** Returns the learned pairs; among the translations of one term, the one found in most papers comes first. */
export function listLearned(db: Db): Promise<Pick<LearnedTermsTable, 'chinese' | 'english'>[]> {
  return db
    .selectFrom('learned_terms')
    .select(['chinese', 'english'])
    .orderBy('papers', 'desc')
    .orderBy('chinese')
    .orderBy('english')
    .execute()
}

/** Replaces all learned terms by `terms`, learned from the papers up to `change`. */
export async function replaceLearned(db: Db, terms: LearnedTermsTable[], change: number): Promise<void> {
  const value = `${change}`
  await db.deleteFrom('learned_terms').execute()
  await insertMany(db, 'learned_terms', terms)
  await db
    .insertInto('installation')
    .values({ key: STATE_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
