import { normalizeDoi } from '@scinav/contract/doi'
import { inCorners } from '@scinav/contract/quoted'
import { z } from 'zod'
import type {
  NoticedWorks,
  UsedWorks,
  WorkUse,
  WorkUseContext,
  WorkUses,
} from '../platform/context/work-uses.ts'
import { yieldToEventLoop } from '../platform/foundation/event-loop.ts'
import { streamReports } from './run/report.store.ts'

const citedReferences = z.object({
  references: z.array(z.object({ paper_id: z.string().nullable(), text: z.string().catch('') })).catch([]),
})

/**
 * Returns the works that the body of a report cites: papers of the library, and others by the DOIs that are printed in
 * their references. None for a body in another form.
 */
function readCitedWorks(body: string): Required<UsedWorks> {
  const { success, data } = citedReferences.safeParse(JSON.parse(body))
  const references = success ? data.references : []
  return {
    paper_ids: [...new Set(references.flatMap(({ paper_id }) => paper_id ?? []))],
    dois: [
      ...new Set(references.flatMap(({ paper_id, text }) => (paper_id ? [] : (normalizeDoi(text) ?? [])))),
    ],
  }
}

/** Finds works that people's research reports cite. */
async function* findUses(ctx: WorkUseContext, { paper_ids, dois }: NoticedWorks): AsyncGenerator<WorkUse[]> {
  if (paper_ids.size + dois.size === 0) return
  for await (const { user_id, run_id, title, body } of streamReports(ctx.db)) {
    const cited = readCitedWorks(body)
    const keys = [
      ...cited.paper_ids.map((id) => paper_ids.get(id)),
      ...cited.dois.map((doi) => dois.get(doi)),
    ]
    const place = `研究报告${inCorners(title)}`
    const route = `/deepResearch?${new URLSearchParams({ run_id })}`
    yield keys.flatMap((work_key) => (work_key === undefined ? [] : [{ user_id, work_key, place, route }]))
    await yieldToEventLoop()
  }
}

/** Lists the works that research reports cite, report by report. */
async function* listWorks(ctx: WorkUseContext): AsyncGenerator<UsedWorks> {
  for await (const { body } of streamReports(ctx.db)) {
    yield readCitedWorks(body)
    await yieldToEventLoop()
  }
}

/** The works that people's research reports cite. */
export const reportUses: WorkUses = { find: findUses, list: listWorks }
