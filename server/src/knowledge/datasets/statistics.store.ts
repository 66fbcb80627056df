import { sql } from 'kysely'
import { documentTypeOf } from '../../platform/db/document-type.ts'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Selects the public knowledge bases of a category (two digits) or discipline (four digits). */
const publicDatasetsOf = (db: Db, code: string) =>
  db
    .selectFrom('datasets')
    .where('kind', '=', 'ai')
    .where('visibility', '=', 'public')
    .where('datasets.deleted_at', 'is', null)
    .where('subject_code', 'like', `${code}%`)

/** Selects the documents in public knowledge bases of a discipline, joined with their papers. */
const publicDocumentsOf = (db: Db, code: string) =>
  db
    .selectFrom('documents')
    .leftJoin('papers', (join) =>
      join.onRef('papers.id', '=', 'documents.paper_id').on('papers.deleted_at', 'is', null),
    )
    .where('documents.deleted_at', 'is', null)
    .where('documents.dataset_id', 'in', publicDatasetsOf(db, code).select('datasets.id'))

/**
 * Returns the numbers of datasets, documents and papers in the public knowledge bases of a discipline, with the
 * papers per year.
 */
export async function countByDiscipline(db: Db, code: string) {
  const dataset_count = await countRows(publicDatasetsOf(db, code))
  const document_count = await countRows(publicDocumentsOf(db, code))
  const { papers } = await publicDocumentsOf(db, code)
    .select(sql<number>`cast(count(distinct papers.id) as integer)`.as('papers'))
    .executeTakeFirstOrThrow()
  const years = await publicDocumentsOf(db, code)
    .where('papers.year', 'is not', null)
    .select('papers.year')
    .select(sql<number>`cast(count(distinct papers.id) as integer)`.as('count'))
    .groupBy('papers.year')
    .orderBy('papers.year')
    .execute()
  return {
    dataset_count,
    document_count,
    paper_count: papers,
    years: years.flatMap(({ year, count }) => (year === null ? [] : { year, count })),
  }
}

/**
 * Returns the papers of a dataset and its documents with records of their own, together at most `limit` and last added
 * first, with their total number.
 */
export async function listRecorded(db: Db, dataset_id: string, limit: number) {
  const recorded = db
    .selectFrom('documents')
    .leftJoin('papers', (join) =>
      join.onRef('papers.id', '=', 'documents.paper_id').on('papers.deleted_at', 'is', null),
    )
    .where('documents.dataset_id', '=', dataset_id)
    .where('documents.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('papers.id', 'is not', null), eb('documents.record', 'is not', null)]))
  const rows = await recorded
    .select(['papers.id as paper_id', 'documents.id as document_id'])
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()
  return {
    paper_ids: rows.flatMap(({ paper_id }) => paper_id ?? []),
    document_ids: rows.flatMap(({ paper_id, document_id }) => (paper_id === null ? document_id : [])),
    total: await countRows(recorded),
  }
}

/** Returns the own records of documents in no particular order. */
export async function findOwnRecords(db: Db, document_ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('documents').select('record').where('id', 'in', document_ids).execute()
  return rows.flatMap(({ record }) => record ?? [])
}

/** Returns the size of a dataset and the number of its documents by state and by type. */
export async function countFigures(db: Db, dataset_id: string) {
  const documents = db
    .selectFrom('documents')
    .where('documents.dataset_id', '=', dataset_id)
    .where('documents.deleted_at', 'is', null)
  const count = sql<number>`cast(count(*) as integer)`.as('count')
  const states = await documents.select(['state', count]).groupBy('state').orderBy('state').execute()
  const types = await documents
    .select([documentTypeOf.as('type'), count])
    .groupBy(sql`1`)
    .orderBy(count.expression, 'desc')
    .execute()
  const sums = await documents
    .leftJoin('parses', 'parses.id', 'documents.parse_id')
    .select(({ fn }) => [
      fn.sum<string | null>('documents.size_bytes').as('size_bytes'),
      fn.sum<string | null>('parses.passages').as('passages'),
    ])
    .executeTakeFirstOrThrow()
  return {
    documents: states.reduce((sum, each) => sum + each.count, 0),
    passages: Number(sums.passages ?? 0),
    size_bytes: Number(sums.size_bytes ?? 0),
    states,
    types,
  }
}
