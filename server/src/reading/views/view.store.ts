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

/** Those of the papers that a person has looked at. */
export async function filterViewed(db: Db, user_id: string, paper_ids: string[]): Promise<string[]> {
  return (await viewedPapers(db, paper_ids, user_id)).map((row) => row.paper_id)
}

interface PaperView {
  user_id: string
  seconds: number
  viewed_at: string
}

/** Counts one more look at a paper; `counts` 0 adds only time to the last one. */
export async function addView(db: Db, view: PaperView & { paper_id: string }, counts: 0 | 1): Promise<void> {
  await db
    .insertInto('paper_views')
    .values({ ...view, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'paper_id']).doUpdateSet((there) => ({
        views: sql<number>`${there.ref('paper_views.views')} + ${counts}`,
        seconds: sql<number>`${there.ref('paper_views.seconds')} + ${view.seconds}`,
        viewed_at: view.viewed_at,
      })),
    )
    .execute()
}

/** As `add`, of a document. */
export async function addOfDocument(
  db: Db,
  view: PaperView & { document_id: string },
  counts: 0 | 1,
): Promise<void> {
  await db
    .insertInto('document_views')
    .values({ ...view, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'document_id']).doUpdateSet((there) => ({
        views: sql<number>`${there.ref('document_views.views')} + ${counts}`,
        seconds: sql<number>`${there.ref('document_views.seconds')} + ${view.seconds}`,
        viewed_at: view.viewed_at,
      })),
    )
    .execute()
}

interface ViewPage {
  keyword?: string | undefined
  /** Documents that are no papers, too. */
  files: boolean
  page_num: number
  page_size: number
}

const nothing = sql<string | null>`cast(null as text)`

const paperViews = (db: Db, user_id: string, keyword: string | undefined) =>
  db
    .selectFrom('paper_views')
    .innerJoin('papers', 'papers.id', 'paper_views.paper_id')
    .where('paper_views.user_id', '=', user_id)
    .where('papers.deleted_at', 'is', null)
    .$if(keyword !== undefined, (query) => query.where(containsText(sql.ref('papers.title'), keyword ?? '')))
    .select([sql<string | null>`paper_views.paper_id`.as('paper_id'), nothing.as('document_id')])
    .select(['views', 'seconds', 'viewed_at'])

/** Of documents that the person may still read, and whose paper is not among those looked at. */
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
    .select([nothing.as('paper_id'), sql<string | null>`document_views.document_id`.as('document_id')])
    .select(['document_views.views', 'document_views.seconds', 'document_views.viewed_at'])

/** One page of a person's views, newest first; the keyword looks into titles. */
export async function findPage(db: Db, user_id: string, { keyword, files, page_num, page_size }: ViewPage) {
  const papers = paperViews(db, user_id, keyword)
  const seen = db.selectFrom(
    (files ? papers.unionAll(documentViews(db, user_id, keyword)) : papers).as('seen'),
  )
  const list = await seen
    .selectAll()
    .orderBy('viewed_at', 'desc')
    .orderBy(sql`coalesce(paper_id, document_id)`, 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  const total = await countRows(seen)
  return { list, total }
}

/** Forgets views of some papers and documents, or all. */
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

/** Every own file that a person looked at, for the person's own export. */
export function documentsOfUser(db: Db, user_id: string) {
  return db
    .selectFrom('document_views')
    .innerJoin('documents', 'documents.id', 'document_views.document_id')
    .leftJoin('papers', 'papers.id', 'documents.paper_id')
    .select(['document_id', shownTitle.as('title'), 'views', 'seconds', 'viewed_at'])
    .where('user_id', '=', user_id)
    .orderBy('viewed_at', 'desc')
    .execute()
}

/** Every paper that a person looked at, for the person's own export. */
export function listByUser(db: Db, user_id: string) {
  return db
    .selectFrom('paper_views')
    .leftJoin('papers', 'papers.id', 'paper_views.paper_id')
    .select(['paper_id', 'papers.title', 'views', 'seconds', 'viewed_at'])
    .where('user_id', '=', user_id)
    .orderBy('viewed_at', 'desc')
    .execute()
}
