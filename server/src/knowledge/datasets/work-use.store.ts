import type { Db } from '../../platform/db/schema.ts'
import type { DatasetsTable } from '../../platform/db/schema-knowledge.ts'

/** A document of a dataset and a person who holds it: the owner of the dataset, or a member of its project. */
export interface Holding {
  user_id: string
  dataset_id: string
  kind: DatasetsTable['kind']
  /** Name of the dataset. */
  name: string
  paper_id: string | null
  /** The document's own record as JSON; null for a paper of the library. */
  record: string | null
}

/** Number of papers asked for in one query; it may yield more rows, as each paper may be in many datasets. */
const PAPERS_PER_BATCH = 200
/** Number of documents read in one query. */
const DOCUMENTS_PER_BATCH = 200

/**
 * Selects one row per document and holder: each member of the dataset's project, or the owner of a dataset
 * without a project or whose project has no members. Leaves out what is deleted, or is in a deleted dataset
 * or project.
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

/** Yields the holdings of papers of the library, in batches, which may be empty. */
export async function* streamPaperHoldings(db: Db, paper_ids: string[]): AsyncGenerator<Holding[]> {
  for (let from = 0; from < paper_ids.length; from += PAPERS_PER_BATCH) {
    const batch = paper_ids.slice(from, from + PAPERS_PER_BATCH)
    const rows = await holdings(db).where('documents.paper_id', 'in', batch).execute()
    yield rows.map((row) => ({ ...row, record: null }))
  }
}

/**
 * Yields the holdings of documents that are no papers of the library but have records of their own, in
 * batches, which may be empty.
 */
export async function* streamRecordHoldings(db: Db): AsyncGenerator<Holding[]> {
  for await (const documents of streamDocuments(db, 'record')) {
    const records = new Map(documents.map(({ id, record }) => [id, record]))
    const rows = await holdings(db)
      .where('documents.id', 'in', [...records.keys()])
      .execute()
    yield rows.map((row) => ({ ...row, record: records.get(row.id) ?? null }))
  }
}

/**
 * Yields the documents that are not deleted and are papers of the library or have records of their own, by id
 * in batches; with `'record'` only the latter. Their datasets and projects may be deleted.
 */
export async function* streamDocuments(
  db: Db,
  kind: 'all' | 'record' = 'all',
): AsyncGenerator<{ id: string; paper_id: string | null; record: string | null }[]> {
  let after = ''
  for (;;) {
    const documents = await db
      .selectFrom('documents')
      .select(['id', 'paper_id'])
      .select(({ eb }) => eb.case().when('paper_id', 'is', null).then(eb.ref('record')).end().as('record'))
      .where('id', '>', after)
      .where(({ eb, and, or }) => {
        const isRecord = and([eb('paper_id', 'is', null), eb('record', 'is not', null)])
        return kind === 'record' ? isRecord : or([eb('paper_id', 'is not', null), isRecord])
      })
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(DOCUMENTS_PER_BATCH)
      .execute()
    if (documents.length === 0) return
    yield documents
    after = documents.at(-1)?.id ?? after
  }
}
