import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { LearnedTermsTable } from '../../platform/db/schema-library.ts'

const STATE_KEY = 'learned_terms'

/** The last `change` when terms were learned, which is also the version of what was learned; 0 before. */
export async function findLearnedChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** Records of papers that exist, those that came last first, below a number. */
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

/** What was learned; of one term's translations first the one that most papers have. */
export function listLearned(db: Db): Promise<Pick<LearnedTermsTable, 'chinese' | 'english'>[]> {
  return db
    .selectFrom('learned_terms')
    .select(['chinese', 'english'])
    .orderBy('papers', 'desc')
    .orderBy('chinese')
    .orderBy('english')
    .execute()
}

/** Puts these in the place of all that was learned before, of the papers up to a `change`. */
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
