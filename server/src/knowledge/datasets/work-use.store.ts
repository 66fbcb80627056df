import type { Db } from '../../platform/db/schema.ts'
import type { DatasetsTable } from '../../platform/db/schema-knowledge.ts'

/** A document of a dataset and a person who holds it. */
export interface Holding {
  user_id: string
  dataset_id: string
  kind: DatasetsTable['kind']
  name: string
  paper_id: string | null
  record: string | null
}

/** Papers per statement; each may stand in many datasets. */
const PAPERS_PER_BATCH = 200
/** Documents with records of their own that are read at once. */
const RECORDS_PER_BATCH = 200

/**
 * Selects the documents of datasets of which neither they nor their project is deleted, with the members of projects
 * and the owners of others.
 */
const holdings = (db: Db) =>
  db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .leftJoin('projects', 'projects.id', 'datasets.project_id')
    .leftJoin('project_members', 'project_members.project_id', 'datasets.project_id')
    .select(({ fn, ref }) => [
      'documents.id',
      'documents.dataset_id',
      'documents.paper_id',
      'datasets.kind',
      'datasets.name',
      fn.coalesce(ref('project_members.user_id'), ref('datasets.owner_id')).as('user_id'),
    ])
    .where('documents.deleted_at', 'is', null)
    .where('datasets.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

/** Yields the holdings of papers of the library. */
export async function* streamPaperHoldings(db: Db, paper_ids: string[]): AsyncGenerator<Holding[]> {
  for (let from = 0; from < paper_ids.length; from += PAPERS_PER_BATCH) {
    const batch = paper_ids.slice(from, from + PAPERS_PER_BATCH)
    const rows = await holdings(db).where('documents.paper_id', 'in', batch).execute()
    yield rows.map((row) => ({ ...row, record: null }))
  }
}

/** Yields the holdings of documents that are no papers of the library but have records of their own. */
export async function* streamRecordHoldings(db: Db): AsyncGenerator<Holding[]> {
  let after = ''
  for (;;) {
    const documents = await db
      .selectFrom('documents')
      .select(['id', 'record'])
      .where('id', '>', after)
      .where('paper_id', 'is', null)
      .where('record', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(RECORDS_PER_BATCH)
      .execute()
    const records = new Map(documents.map(({ id, record }) => [id, record]))
    if (records.size === 0) return
    const rows = await holdings(db)
      .where('documents.id', 'in', [...records.keys()])
      .execute()
    yield rows.map((row) => ({ ...row, record: records.get(row.id) ?? null }))
    after = documents.at(-1)?.id ?? after
  }
}
