import { sql } from 'kysely'
import { preparedIn } from '../db/prepared.ts'
import { contains, totalOf } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'

const viewed = preparedIn((db, paper_ids: string[], user_id: string) =>
  db
    .selectFrom('paper_views')
    .select('paper_id')
    .where('user_id', '=', user_id)
    .where('paper_id', 'in', paper_ids),
)

/** Those of the papers that a person has looked at. */
export async function among(db: Db, user_id: string, paper_ids: string[]): Promise<string[]> {
  return (await viewed(db, paper_ids, user_id)).map((row) => row.paper_id)
}

interface View {
  user_id: string
  paper_id: string
  seconds: number
  viewed_at: string
}

/** Counts one more look; `counts` 0 adds only time to the last one. */
export async function add(db: Db, view: View, counts: 0 | 1): Promise<void> {
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

interface Page {
  keyword?: string | undefined
  page_num: number
  page_size: number
}

/** One page of a person's views, newest first; the keyword looks into titles. */
export async function page(db: Db, user_id: string, { keyword, page_num, page_size }: Page) {
  const matching = db
    .selectFrom('paper_views')
    .innerJoin('papers', 'papers.id', 'paper_views.paper_id')
    .where('paper_views.user_id', '=', user_id)
    .where('papers.deleted_at', 'is', null)
    .$if(keyword !== undefined, (query) => query.where(contains(sql.ref('papers.title'), keyword ?? '')))
  const list = await matching
    .select(['paper_id', 'views', 'seconds', 'viewed_at'])
    .orderBy('viewed_at', 'desc')
    .orderBy('paper_id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  const total = await totalOf(matching)
  return { list, total }
}

/** Forgets views of some papers, or all. */
export async function remove(db: Db, user_id: string, paper_ids: string[] | 'all'): Promise<void> {
  if (paper_ids !== 'all' && paper_ids.length === 0) return
  await db
    .deleteFrom('paper_views')
    .where('user_id', '=', user_id)
    .$if(paper_ids !== 'all', (query) => query.where('paper_id', 'in', paper_ids as string[]))
    .execute()
}

/** Everything, for the person's own export. */
export function ofUser(db: Db, user_id: string) {
  return db
    .selectFrom('paper_views')
    .leftJoin('papers', 'papers.id', 'paper_views.paper_id')
    .select(['paper_id', 'papers.title', 'views', 'seconds', 'viewed_at'])
    .where('user_id', '=', user_id)
    .orderBy('viewed_at', 'desc')
    .execute()
}
