import { type Selectable, sql } from 'kysely'
import { contains, inParts, totalOf } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'
import type { DocumentsTable } from '../db/schema-scholars.ts'

export type DocumentRow = Selectable<DocumentsTable>

export interface Filter {
  dataset_id: string
  /** `top`: documents that stand in no folder. Left out: all. */
  folder_id?: string | undefined | 'top'
  /** Documents that carry all of these. */
  tag_ids?: string[]
  keyword?: string | undefined
  state?: string | undefined
  sort?: 'added' | 'title' | 'year' | 'citations'
  page_num: number
  page_size: number
}

const title = sql<string>`coalesce(papers.title, documents.name)`

function matching(db: Db, { dataset_id, folder_id, tag_ids = [], keyword, state }: Filter) {
  let query = db
    .selectFrom('documents')
    .leftJoin('papers', (join) =>
      join.onRef('papers.id', '=', 'documents.paper_id').on('papers.deleted_at', 'is', null),
    )
    .where('documents.dataset_id', '=', dataset_id)
    .where('documents.deleted_at', 'is', null)
  if (folder_id)
    query = query.where(({ exists, not, selectFrom }) => {
      const places = selectFrom('document_folders')
        .innerJoin('folders', 'folders.id', 'document_folders.folder_id')
        .select('folder_id')
        .whereRef('document_folders.document_id', '=', 'documents.id')
        .where('folders.deleted_at', 'is', null)
      return folder_id === 'top' ? not(exists(places)) : exists(places.where('folder_id', '=', folder_id))
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
  if (keyword !== undefined) query = query.where(contains(title, keyword))
  if (state !== undefined) query = query.where('documents.state', '=', state as DocumentRow['state'])
  return query
}

/** One page of a dataset's documents; equals stand newest first. */
export async function page(db: Db, filter: Filter): Promise<{ list: DocumentRow[]; total: number }> {
  const found = matching(db, filter)
  const sorted = found
    .selectAll('documents')
    .$if(filter.sort === 'title', (query) => query.orderBy(title))
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
  const total = await totalOf(found)
  return { list, total }
}

interface FileFilter {
  project_id: string
  keyword: string | undefined
  page_num: number
  page_size: number
}

/** Files in the datasets of a project, the newest first. */
export async function filesOfProject(db: Db, { project_id, keyword, page_num, page_size }: FileFilter) {
  const matching = db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .where('datasets.project_id', '=', project_id)
    .where('datasets.deleted_at', 'is', null)
    .where('documents.type', '=', 'file')
    .where('documents.deleted_at', 'is', null)
    .$if(keyword !== undefined, (query) => query.where(contains(sql.ref('documents.name'), keyword ?? '')))
  const list = await matching
    .select([
      'documents.id as document_id',
      'documents.file_id',
      'documents.dataset_id',
      'datasets.name as dataset_name',
      'documents.name',
      'documents.mime',
      'documents.size_bytes',
      'documents.created_at',
    ])
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await totalOf(matching) }
}

/** Those of the ids that are documents of the dataset. */
export async function among(db: Db, dataset_id: string, ids: string[]): Promise<string[]> {
  const rows = await inParts(ids, (part) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('dataset_id', '=', dataset_id)
      .where('deleted_at', 'is', null)
      .where('id', 'in', part)
      .execute(),
  )
  return rows.map((row) => row.id)
}

/** Whether one of these documents was added by somebody else. */
export async function anyOfOthers(db: Db, user_id: string, ids: string[]): Promise<boolean> {
  const others = await inParts(ids, (part) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('id', 'in', part)
      .where('creator_id', '<>', user_id)
      .limit(1)
      .execute(),
  )
  return others.length > 0
}

/** Documents of a dataset that are these papers. */
export function ofPapers(db: Db, dataset_id: string, paper_ids: string[]) {
  return inParts(paper_ids, (part) =>
    db
      .selectFrom('documents')
      .select(['id', 'paper_id'])
      .where('dataset_id', '=', dataset_id)
      .where('deleted_at', 'is', null)
      .where('paper_id', 'in', part)
      .execute(),
  )
}

/**
 * Adds documents; a paper that the dataset has already is left as it is, one that went with a folder comes
 * back as new. Answers the papers added.
 */
export async function insert(db: Db, rows: DocumentRow[]): Promise<string[]> {
  const added = await inParts(rows, (part) =>
    db
      .insertInto('documents')
      .values(part)
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
      .returning('paper_id')
      .execute(),
  )
  return added.flatMap((row) => row.paper_id ?? [])
}

export async function remove(db: Db, dataset_id: string, ids: string[]): Promise<void> {
  await inParts(ids, (part) =>
    db.deleteFrom('documents').where('dataset_id', '=', dataset_id).where('id', 'in', part).execute(),
  )
}

/** The tags of documents, each with the number of documents that carry it. */
export function tagsOf(db: Db, document_ids: string[]) {
  return inParts(document_ids, (part) =>
    db
      .selectFrom('document_tags')
      .innerJoin('tags', 'tags.id', 'document_tags.tag_id')
      .select([
        'document_tags.document_id',
        'tags.id',
        'tags.dataset_id',
        'tags.group_name',
        'tags.name',
        'tags.colour',
      ])
      .select((outer) =>
        outer
          .selectFrom('document_tags as all')
          .innerJoin('documents', 'documents.id', 'all.document_id')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('all.tag_id', '=', 'tags.id')
          .where('documents.deleted_at', 'is', null)
          .$asScalar()
          .$notNull()
          .as('document_count'),
      )
      .where('document_tags.document_id', 'in', part)
      .orderBy('tags.name')
      .execute(),
  )
}

/** Those of these tags that belong to a dataset. */
export async function tagsAmong(db: Db, dataset_id: string, ids: string[]): Promise<string[]> {
  const rows = await inParts(ids, (part) =>
    db.selectFrom('tags').select('id').where('dataset_id', '=', dataset_id).where('id', 'in', part).execute(),
  )
  return rows.map(({ id }) => id)
}
