import { inParts } from '../db/in-parts.ts'
import type { Db } from '../db/schema.ts'
import type { PassageVectorsTable } from '../db/schema-vectors.ts'

/** Which of these passages have a vector, and of which text. */
export function digestsOf(db: Db, model: string, passage_ids: string[]) {
  return inParts(passage_ids, (part) =>
    db
      .selectFrom('passage_vectors')
      .select(['passage_id', 'digest'])
      .where('model', '=', model)
      .where('passage_id', 'in', part)
      .execute(),
  )
}

/** Keeps vectors; one that was there is replaced. */
export async function save(db: Db, rows: PassageVectorsTable[]): Promise<void> {
  for (const row of rows)
    await db
      .insertInto('passage_vectors')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['model', 'passage_id'])
          .doUpdateSet({ digest: row.digest, vector: row.vector, paper_id: row.paper_id }),
      )
      .execute()
}

/** Vectors of papers that exist behind one passage, in the order of their ids. */
export function vectorsAfter(db: Db, model: string, passage_id: string, limit: number) {
  return db
    .selectFrom('passage_vectors')
    .innerJoin('papers', 'papers.id', 'passage_vectors.paper_id')
    .select(['passage_vectors.passage_id', 'passage_vectors.paper_id', 'passage_vectors.vector'])
    .where('model', '=', model)
    .where('passage_id', '>', passage_id)
    .where('papers.deleted_at', 'is', null)
    .orderBy('passage_id')
    .limit(limit)
    .execute()
}
