import { inCorners } from '@scinav/contract/quoted'
import { z } from 'zod'
import type {
  NoticedWorks,
  UsedWorks,
  WorkUse,
  WorkUseContext,
  WorkUses,
} from '../../platform/context/work-uses.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { streamStates } from './manuscript.store.ts'

/** The part of a manuscript's saved page state that names the cited papers. */
const citedPapers = z.object({
  own: z.array(z.object({ paper_id: z.string().nullish() })).catch([]),
  sentences: z.array(z.object({ cited: z.array(z.object({ id: z.string() })).catch([]) })).catch([]),
})

const MANUSCRIPT_ROUTE = '/aiCitation'

/** Returns the ids of the papers that a saved state cites; none for a state in another form. */
function readCitedIds(state: string): Set<string> {
  const { success, data } = citedPapers.safeParse(JSON.parse(state))
  if (!success) return new Set()
  const { own, sentences } = data
  return new Set([
    ...own.flatMap(({ paper_id }) => paper_id ?? []),
    ...sentences.flatMap(({ cited }) => cited.map(({ id }) => id)),
  ])
}

/** Finds papers that people cite in the manuscripts of the AI citation. */
async function* findUses(ctx: WorkUseContext, { paper_ids }: NoticedWorks): AsyncGenerator<WorkUse[]> {
  if (paper_ids.size === 0) return
  for await (const { user_id, title, state } of streamStates(ctx.db)) {
    yield [...readCitedIds(state)].flatMap((id) => {
      const work_key = paper_ids.get(id)
      const place = `文稿${inCorners(title)}`
      return work_key === undefined ? [] : [{ user_id, work_key, place, route: MANUSCRIPT_ROUTE }]
    })
    // A state may be large.
    await yieldToEventLoop()
  }
}

async function* listWorks(ctx: WorkUseContext): AsyncGenerator<UsedWorks> {
  for await (const { state } of streamStates(ctx.db)) {
    yield { paper_ids: [...readCitedIds(state)] }
    await yieldToEventLoop()
  }
}

/** The papers that people cite in the manuscripts of the AI citation. */
export const citingUses: WorkUses = { find: findUses, list: listWorks }
