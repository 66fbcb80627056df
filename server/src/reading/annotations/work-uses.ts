import type {
  NoticedWorks,
  UsedWorks,
  WorkUse,
  WorkUseContext,
  WorkUses,
} from '../../platform/context/work-uses.ts'
import { findAnnotatedPapers, streamAnnotatedPapers } from './marks/annotation.store.ts'

const PAPERS_PER_BATCH = 200

const readingRoute = (paper_id: string): string => `/readDetailMore?${new URLSearchParams({ paper_id })}`

/** Finds papers that people annotated, themselves or in a document. */
async function* findUses(ctx: WorkUseContext, { paper_ids }: NoticedWorks): AsyncGenerator<WorkUse[]> {
  const ids = [...paper_ids.keys()]
  for (let from = 0; from < ids.length; from += PAPERS_PER_BATCH) {
    const found = await findAnnotatedPapers(ctx.db, ids.slice(from, from + PAPERS_PER_BATCH))
    yield found.flatMap(({ user_id, paper_id }) => {
      const work_key = paper_ids.get(paper_id ?? '')
      if (work_key === undefined || paper_id === null) return []
      return [{ user_id, work_key, place: '批注', route: readingRoute(paper_id) }]
    })
  }
}

/** Lists the papers that people annotated themselves; those in documents are in datasets as well. */
async function* listWorks(ctx: WorkUseContext): AsyncGenerator<UsedWorks> {
  for await (const paper_ids of streamAnnotatedPapers(ctx.db)) yield { paper_ids }
}

/** The works that people annotated. */
export const annotationUses: WorkUses = { find: findUses, list: listWorks }
