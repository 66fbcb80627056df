import { type Selectable, sql } from 'kysely'
import { type DocumentType, documentTypeOf } from '../../platform/db/document-type.ts'
import { prepareListQuery } from '../../platform/db/prepared.ts'
import { containsText, countRows, inBatches, jsonListContains } from '../../platform/db/query-parts.ts'
import { readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { DocumentsTable } from '../../platform/db/schema-knowledge.ts'
import { matchesTitle, shownTitle } from '../../platform/db/shown-title.ts'

export type DocumentRow = Selectable<DocumentsTable>

/** The conditions, order and page of a list of documents. */
export interface DocumentFilter {
  dataset_id: string
  /** `top` selects documents that are in no folder; undefined selects all. */
  folder_id?: string | undefined | 'top'
  /** Selects documents that have all of these tags. */
  tag_ids?: string[]
  /** Text in the title. */
  keyword?: string | undefined
  /** `working` stands for all states of processing. */
  state?: DocumentRow['state'] | 'working' | undefined
  document_type?: DocumentType | undefined
  /** Year, source title, author and keyword of the record, compared as a whole. */
  year?: number | undefined
  source?: string | undefined
  author?: string | undefined
  term?: string | undefined
  resource_type?: number | undefined
  sort?: 'added' | 'title' | 'year' | 'citations'
  page_num: number
  page_size: number
}

const PROCESSING_STATES = ['queued', 'parsing', 'indexing'] as const

/** Selects documents joined with their papers. */
const documentsWithPapers = (db: Db) =>
  db
    .selectFrom('documents')
    .leftJoin('papers', (join) =>
      join.onRef('papers.id', '=', 'documents.paper_id').on('papers.deleted_at', 'is', null),
    )

/** The record of a document's paper, else its own. */
const recordOf = sql`coalesce(papers.record, documents.record)`

/**
 * Returns a condition that the record of a document contains a piece of JSON, such as `"name":"Li Wei"`. Records are
 * stored as `JSON.stringify` writes them, so a field and its value are found as text.
 */
const recordContains = (json: string) => containsText(recordOf, json)

/**
 * Returns a condition that the document's paper has a value or, for a document without a paper, that its own record
 * contains the piece of JSON.
 */
const isRecorded = (column: 'papers.year' | 'papers.resource_type', value: number, json: string) =>
  sql<boolean>`case when papers.id is null then ${containsText(sql.ref('documents.record'), json)} else ${sql.ref(column)} = ${value} end`

/**
 * Returns a condition that a record has a keyword. The text is searched first because that is fast; only matching
 * records are parsed as JSON.
 */
const hasKeyword = (db: Db, term: string) =>
  sql<boolean>`case when ${recordContains(JSON.stringify(term))} then ${jsonListContains(db, { json: recordOf, key: 'keywords', text: term })} else false end`

/** Selects the documents that match a filter, joined with their papers. */
function matchingDocuments(
  db: Db,
  { dataset_id, folder_id, tag_ids = [], keyword, ...filter }: DocumentFilter,
) {
  let query = documentsWithPapers(db)
    .where('documents.dataset_id', '=', dataset_id)
    .where('documents.deleted_at', 'is', null)
  if (folder_id)
    query = query.where(({ exists, not, selectFrom }) => {
      const placements = selectFrom('document_folders')
        .innerJoin('folders', 'folders.id', 'document_folders.folder_id')
        .select('folder_id')
        .whereRef('document_folders.document_id', '=', 'documents.id')
        .where('folders.deleted_at', 'is', null)
      return folder_id === 'top'
        ? not(exists(placements))
        : exists(placements.where('folder_id', '=', folder_id))
    })
  for (const tag_id of tag_ids)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('document_tags')
          .select('tag_id')
          .whereRef('document_tags.document_id', '=', 'documents.id')
          .where('tag_id', '=', tag_id),
      ),
    )
  if (keyword !== undefined) query = query.where(matchesTitle(keyword))
  return filterByStatistics(db, filterByKind(query, filter), filter)
}

/** Restricts documents by processing state and type. */
function filterByKind(
  query: ReturnType<typeof documentsWithPapers>,
  { state, document_type }: Pick<DocumentFilter, 'state' | 'document_type'>,
) {
  return query
    .$if(state === 'working', (narrow) => narrow.where('documents.state', 'in', [...PROCESSING_STATES]))
    .$if(state !== undefined && state !== 'working', (narrow) =>
      narrow.where('documents.state', '=', state as DocumentRow['state']),
    )
    .$if(document_type !== undefined, (narrow) => narrow.where(documentTypeOf, '=', document_type ?? 'other'))
}

/** Restricts documents to those whose records have a value of the statistics. */
function filterByStatistics(
  db: Db,
  query: ReturnType<typeof documentsWithPapers>,
  {
    year,
    source,
    author,
    term,
    resource_type,
  }: Omit<DocumentFilter, 'dataset_id' | 'page_num' | 'page_size'>,
) {
  return query
    .$if(year !== undefined, (narrow) =>
      narrow.where(isRecorded('papers.year', year ?? 0, `"publish_date":"${year}`)),
    )
    .$if(resource_type !== undefined, (narrow) =>
      narrow.where(
        isRecorded('papers.resource_type', resource_type ?? 0, `"resource_type":${resource_type},`),
      ),
    )
    .$if(source !== undefined, (narrow) =>
      narrow.where(recordContains(`"basic_sourcename":${JSON.stringify(source)}`)),
    )
    .$if(author !== undefined, (narrow) => narrow.where(recordContains(`"name":${JSON.stringify(author)}`)))
    .$if(term !== undefined, (narrow) => narrow.where(hasKeyword(db, term ?? '')))
}

/** Returns one page of the matching documents and their number; ties, and all without `sort`, are newest first. */
export async function findPage(
  db: Db,
  filter: DocumentFilter,
): Promise<{ list: DocumentRow[]; total: number }> {
  const matching = matchingDocuments(db, filter)
  const sorted = matching
    .selectAll('documents')
    .$if(filter.sort === 'title', (query) => query.orderBy(shownTitle))
    .$if(filter.sort === 'year', (query) => query.orderBy('papers.year', (order) => order.desc().nullsLast()))
    .$if(filter.sort === 'citations', (query) =>
      query.orderBy('papers.citation_count', (order) => order.desc().nullsLast()),
    )
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
  const list = await sorted
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size)
    .execute()
  const total = await countRows(matching)
  return { list, total }
}

/** Returns whether a dataset has more than `count` documents, including its bin. */
export async function hasMoreThan(db: Db, dataset_id: string, count: number): Promise<boolean> {
  // The first document after `count` others.
  const excess = await db
    .selectFrom('documents')
    .select('dataset_id')
    .where('dataset_id', '=', dataset_id)
    .limit(1)
    .offset(count)
    .executeTakeFirst()
  return excess !== undefined
}

/** Returns documents that are not deleted, in no particular order. */
export function findByIds(db: Db, ids: string[]): Promise<DocumentRow[]> {
  return inBatches(ids, (batch) =>
    db.selectFrom('documents').selectAll().where('id', 'in', batch).where('deleted_at', 'is', null).execute(),
  )
}

/** Returns documents that a user may read, in no particular order. */
export function findReadableByIds(db: Db, user_id: string, ids: string[]): Promise<DocumentRow[]> {
  return inBatches(ids, (batch) =>
    db
      .selectFrom('documents')
      .selectAll()
      .where('id', 'in', batch)
      .where('deleted_at', 'is', null)
      .where('dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
      .execute(),
  )
}

/** Returns whether a dataset holds files or records of its own, and not only papers of the library. */
export async function hasContents(db: Db, dataset_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('dataset_id', '=', dataset_id)
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('bytes_id', 'is not', null), where('record_key', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the documents of a dataset with these file contents or these records, deleted ones included. */
export async function findByContents(
  db: Db,
  dataset_id: string,
  contents: { bytes_id: string[]; record_key: string[] },
): Promise<DocumentRow[]> {
  const rows = async (column: 'bytes_id' | 'record_key') =>
    inBatches(contents[column], (batch) =>
      db
        .selectFrom('documents')
        .selectAll()
        .where('dataset_id', '=', dataset_id)
        .where(column, 'in', batch)
        .execute(),
    )
  return [...(await rows('bytes_id')), ...(await rows('record_key'))]
}

/** Restores deleted documents. */
export async function restore(db: Db, ids: string[], updated_at: string): Promise<void> {
  await inBatches(ids, async (batch) => {
    await db.updateTable('documents').set({ deleted_at: null, updated_at }).where('id', 'in', batch).execute()
    return []
  })
}

/** Returns those of the ids that belong to documents of the dataset, without its bin, in no particular order. */
export async function filterIdsInDataset(db: Db, dataset_id: string, ids: string[]): Promise<string[]> {
  const rows = await inBatches(ids, (batch) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('dataset_id', '=', dataset_id)
      .where('deleted_at', 'is', null)
      .where('id', 'in', batch)
      .execute(),
  )
  return rows.map((row) => row.id)
}

/** Returns whether one of these documents was added by someone else. */
export async function hasDocumentsOfOthers(db: Db, user_id: string, ids: string[]): Promise<boolean> {
  const others = await inBatches(ids, (batch) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('id', 'in', batch)
      .where('creator_id', '<>', user_id)
      .limit(1)
      .execute(),
  )
  return others.length > 0
}

/** Returns the documents of a dataset that are these papers, without its bin, in no particular order. */
export function findByPapers(db: Db, dataset_id: string, paper_ids: string[]) {
  return inBatches(paper_ids, (batch) =>
    db
      .selectFrom('documents')
      .select(['id', 'paper_id'])
      .where('dataset_id', '=', dataset_id)
      .where('deleted_at', 'is', null)
      .where('paper_id', 'in', batch)
      .execute(),
  )
}

/**
 * Inserts documents. A paper that the dataset already has stays unchanged; a deleted one is restored as if newly
 * added. Returns the documents inserted or restored.
 */
export function insert(
  db: Db,
  rows: DocumentRow[],
): Promise<Pick<DocumentRow, 'id' | 'type' | 'paper_id'>[]> {
  return inBatches(rows, (batch) =>
    db
      .insertInto('documents')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['dataset_id', 'paper_id'])
          .doUpdateSet(({ ref }) => ({
            deleted_at: null,
            creator_id: ref('excluded.creator_id'),
            created_at: ref('excluded.created_at'),
            updated_at: ref('excluded.updated_at'),
          }))
          .where('documents.deleted_at', 'is not', null),
      )
      .returning(['id', 'type', 'paper_id'])
      .execute(),
  )
}

/** Returns the names of files by id. */
export async function findFileNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom('files').select(['id', 'name']).where('id', 'in', batch).execute(),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns pairs of a paper and a dataset of the user that contains it, oldest dataset first. */
export const findDatasetsOfPapers = prepareListQuery((db, paper_ids: string[], owner_id: string) =>
  db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .select(['documents.paper_id', 'documents.dataset_id'])
    .where('documents.paper_id', 'in', paper_ids)
    .where('datasets.owner_id', '=', owner_id)
    .where('datasets.kind', 'in', ['reading', 'private'])
    .where('datasets.deleted_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .orderBy('documents.dataset_id'),
)
