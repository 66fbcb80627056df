import type { Insertable } from 'kysely'
import { inBatches } from '../platform/db/query-parts.ts'
import type { Db } from '../platform/db/schema.ts'
import type { PassageVectorsTable } from '../platform/db/schema-answers.ts'

/** Returns which of the passages have a vector, with the digest of the text it was made from. */
export function findDigests(db: Db, model: string, passage_ids: string[]) {
  return inBatches(passage_ids, (batch) =>
    db
      .selectFrom('passage_vectors')
      .select(['passage_id', 'digest'])
      .where('model', '=', model)
      .where('passage_id', 'in', batch)
      .execute(),
  )
}

/** Inserts vectors, replacing those that exist. */
export async function save(db: Db, rows: Insertable<PassageVectorsTable>[]): Promise<void> {
  for (const row of rows)
    await db
      .insertInto('passage_vectors')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['model', 'passage_id']).doUpdateSet({
          digest: row.digest,
          vector: row.vector,
          paper_id: row.paper_id,
          made_at: row.made_at ?? '',
        }),
      )
      .execute()
}

/** Returns vectors after a position, ordered by time and passage id. */
export function listVectorsSince(
  db: Db,
  model: string,
  { made_at, passage_id }: { made_at: string; passage_id: string },
  limit: number,
) {
  return db
    .selectFrom('passage_vectors')
    .select(['passage_id', 'paper_id', 'vector', 'made_at'])
    .where('model', '=', model)
    .where((row) =>
      row.or([
        row('made_at', '>', made_at),
        row.and([row('made_at', '=', made_at), row('passage_id', '>', passage_id)]),
      ]),
    )
    .orderBy('made_at')
    .orderBy('passage_id')
    .limit(limit)
    .execute()
}

/** Returns the ids of those papers that exist and are not deleted. */
export async function filterExistingPapers(db: Db, paper_ids: Iterable<string>): Promise<string[]> {
  const rows = await inBatches(paper_ids, (batch) =>
    db.selectFrom('papers').select('id').where('id', 'in', batch).where('deleted_at', 'is', null).execute(),
  )
  return rows.map(({ id }) => id)
}

/** Returns the passages of papers that have a vector. */
export function findPassagesOfPapers(db: Db, model: string, paper_ids: string[]) {
  return inBatches(paper_ids, (batch) =>
    db
      .selectFrom('passage_vectors')
      .select('passage_id')
      .where('paper_id', 'in', batch)
      .where('model', '=', model)
      .execute(),
  )
}

/** Deletes the vectors of passages. */
export async function remove(db: Db, model: string, passage_ids: string[]): Promise<void> {
  await inBatches(passage_ids, async (batch) => {
    await db
      .deleteFrom('passage_vectors')
      .where('model', '=', model)
      .where('passage_id', 'in', batch)
      .execute()
    return []
  })
}

/** Returns the `change` of the papers up to which a model has vectors; 0 when it has not begun. */
export async function readProgress(db: Db, model: string): Promise<number> {
  const row = await db
    .selectFrom('vector_progress')
    .select('change')
    .where('model', '=', model)
    .executeTakeFirst()
  return Number(row?.change ?? 0)
}

/** Stores the `change` of the papers up to which a model has vectors. */
export async function setProgress(db: Db, model: string, change: number): Promise<void> {
  await db
    .insertInto('vector_progress')
    .values({ model, change })
    .onConflict((conflict) => conflict.column('model').doUpdateSet({ change }))
    .execute()
}

/** A position in the library; papers written together share their `change` and differ in `seq`. */
export interface LibraryPosition {
  change: number
  seq: number
}

/** Returns papers written after a position, including deleted ones, in order. */
export async function listPapersAfter(db: Db, { change, seq }: LibraryPosition, limit: number) {
  const rows = await db
    .selectFrom('papers')
    .select(['id', 'seq', 'change', 'record', 'deleted_at'])
    .where(({ eb, and, or }) =>
      or([eb('change', '>', change), and([eb('change', '=', change), eb('seq', '>', seq)])]),
    )
    .orderBy('change')
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, change: Number(row.change), seq: Number(row.seq) }))
}
