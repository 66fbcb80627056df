import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { LearnedTermsTable } from '../../platform/db/schema-search.ts'

/** Keys of the table `installation`: the change up to which terms are learned, and a `LearningProgress` as JSON. */
const LEARNED_CHANGE_KEY = 'learned_terms'
const PROGRESS_KEY = 'learned_terms_progress'

/** How far learning has come, so that it goes on there after a restart. */
export interface LearningProgress {
  /** The last change of the library when learning began; after another one it begins anew. */
  change: number
  /** The sequence number below which papers are still to be read. */
  before: number
  /** The sequence numbers of the papers that have taught something. */
  teaching: number[]
}

/**
 * Returns the last `change` that was covered when terms were learned, which is also their version; 0 before the first
 * run.
 */
export async function findLearnedChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', LEARNED_CHANGE_KEY)
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** Returns how far learning has come since a change; null when it has not begun, or began at another change. */
export async function findProgress(db: Db, change: number): Promise<LearningProgress | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', PROGRESS_KEY)
    .executeTakeFirst()
  const progress: LearningProgress | null = row ? JSON.parse(row.value) : null
  return progress?.change === change ? progress : null
}

export const saveProgress = (db: Db, progress: LearningProgress): Promise<void> =>
  saveState(db, PROGRESS_KEY, JSON.stringify(progress))

/** Stores a fact about the installation, in place of an earlier one of the key. */
async function saveState(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Returns the records of the papers with these sequence numbers, in no particular order, without deleted ones. */
export async function listRecords(db: Db, seqs: number[]) {
  const rows = await db
    .selectFrom('papers')
    .select(['seq', 'record'])
    .where('seq', 'in', seqs)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** Returns up to `limit` records of papers with sequence numbers below `seq`, newest first, without deleted ones. */
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

/**
 * Replaces all learned terms, records that the papers up to `change` are covered, and clears the progress. Call it in a
 * transaction.
 */
export async function replaceLearned(db: Db, terms: LearnedTermsTable[], change: number): Promise<void> {
  await db.deleteFrom('learned_terms').execute()
  await insertMany(db, 'learned_terms', terms)
  await saveState(db, LEARNED_CHANGE_KEY, `${change}`)
  await db.deleteFrom('installation').where('key', '=', PROGRESS_KEY).execute()
}
