import { sql } from 'kysely'
import { prepareListQuery } from '../../platform/db/prepared.ts'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import { readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db } from '../../platform/db/schema.ts'
import { matchesTitle, shownTitle } from '../../platform/db/shown-title.ts'

const viewedPapers = prepareListQuery((db, paper_ids: string[], user_id: string) =>
  db
    .selectFrom('paper_views')
    .select('paper_id')
    .where('user_id', '=', user_id)
    .where('paper_id', 'in', paper_ids),
)

/** Returns those of the papers that a user has viewed. */
export async function filterViewed(db: Db, user_id: string, paper_ids: string[]): Promise<string[]> {
  return (await viewedPapers(db, paper_ids, user_id)).map((row) => row.paper_id)
}

interface ViewRecord {
  user_id: string
  /** Reading time to be added. */
  seconds: number
  /** ISO date. */
  viewed_at: string
}

/**
 * Records a view of a paper.
 *
 * @param increment 1 for another view, 0 to add only its time to the views so far; a first view always counts.
 */
export async function addView(
  db: Db,
  view: ViewRecord & { paper_id: string },
  increment: 0 | 1,
): Promise<void> {
  await db
    .insertInto('paper_views')
    .values({ ...view, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'paper_id']).doUpdateSet((there) => ({
        views: sql<number>`${there.ref('paper_views.views')} + ${increment}`,
        seconds: sql<number>`${there.ref('paper_views.seconds')} + ${view.seconds}`,
        viewed_at: view.viewed_at,
      })),
    )
    .execute()
}

/** Records a view of a document in the same way as `addView`. */
export async function addDocumentView(
  db: Db,
  view: ViewRecord & { document_id: string },
  increment: 0 | 1,
): Promise<void> {
  await db
    .insertInto('document_views')
    .values({ ...view, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'document_id']).doUpdateSet((there) => ({
        views: sql<number>`${there.ref('document_views.views')} + ${increment}`,
        seconds: sql<number>`${there.ref('document_views.seconds')} + ${view.seconds}`,
        viewed_at: view.viewed_at,
      })),
    )
    .execute()
}

interface ViewPage {
  keyword?: string | undefined
  /** Whether to include views of documents. */
  files: boolean
  page_num: number
  page_size: number
}

/** Fills the column of the other kind in the union of both kinds of views. */
const nullColumn = sql<string | null>`cast(null as text)`

const paperViews = (db: Db, user_id: string, keyword: string | undefined) =>
  db
    .selectFrom('paper_views')
    .innerJoin('papers', 'papers.id', 'paper_views.paper_id')
    .where('paper_views.user_id', '=', user_id)
    .where('papers.deleted_at', 'is', null)
    .$if(keyword !== undefined, (query) => query.where(containsText(sql.ref('papers.title'), keyword ?? '')))
    .select([sql<string | null>`paper_views.paper_id`.as('paper_id'), nullColumn.as('document_id')])
    .select(['views', 'seconds', 'viewed_at'])

/** Selects views of documents that the user may still read and whose paper the user has not viewed. */
const documentViews = (db: Db, user_id: string, keyword: string | undefined) =>
  db
    .selectFrom('document_views')
    .innerJoin('documents', 'documents.id', 'document_views.document_id')
    .leftJoin('papers', 'papers.id', 'documents.paper_id')
    .where('document_views.user_id', '=', user_id)
    .where('documents.deleted_at', 'is', null)
    .where('documents.dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('paper_views')
            .select('paper_views.paper_id')
            .whereRef('paper_views.paper_id', '=', 'documents.paper_id')
            .where('paper_views.user_id', '=', user_id),
        ),
      ),
    )
    .$if(keyword !== undefined, (query) => query.where(matchesTitle(keyword ?? '')))
    .select([nullColumn.as('paper_id'), sql<string | null>`document_views.document_id`.as('document_id')])
    .select(['document_views.views', 'document_views.seconds', 'document_views.viewed_at'])

/** Returns a page (from 1) of a user's views, newest first; the keyword is searched in titles. */
export async function findPage(db: Db, user_id: string, { keyword, files, page_num, page_size }: ViewPage) {
  const papers = paperViews(db, user_id, keyword)
  const viewed = db.selectFrom(
    (files ? papers.unionAll(documentViews(db, user_id, keyword)) : papers).as('seen'),
  )
  const list = await viewed
    .selectAll()
    .orderBy('viewed_at', 'desc')
    .orderBy(sql`coalesce(paper_id, document_id)`, 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  const total = await countRows(viewed)
  return { list, total }
}

/** Deletes a user's views of some papers and documents, or all. */
export async function remove(db: Db, user_id: string, ids: string[] | 'all'): Promise<void> {
  if (ids !== 'all' && ids.length === 0) return
  await db
    .deleteFrom('paper_views')
    .where('user_id', '=', user_id)
    .$if(ids !== 'all', (query) => query.where('paper_id', 'in', ids as string[]))
    .execute()
  await db
    .deleteFrom('document_views')
    .where('user_id', '=', user_id)
    .$if(ids !== 'all', (query) => query.where('document_id', 'in', ids as string[]))
    .execute()
}

/** Returns a user's views of documents for the personal data export. */
export function listDocumentsByUser(db: Db, user_id: string) {
  return db
    .selectFrom('document_views')
    .innerJoin('documents', 'documents.id', 'document_views.document_id')
    .leftJoin('papers', 'papers.id', 'documents.paper_id')
    .select(['document_id', shownTitle.as('title'), 'views', 'seconds', 'viewed_at'])
    .where('user_id', '=', user_id)
    .orderBy('viewed_at', 'desc')
    .execute()
}

/** Returns a user's views of papers for the personal data export. */
export function listByUser(db: Db, user_id: string) {
  return db
    .selectFrom('paper_views')
    .leftJoin('papers', 'papers.id', 'paper_views.paper_id')
    .select(['paper_id', 'papers.title', 'views', 'seconds', 'viewed_at'])
    .where('user_id', '=', user_id)
    .orderBy('viewed_at', 'desc')
    .execute()
}
