import { inCorners } from '@scinav/contract/quoted'
import { z } from 'zod'
import type { WorkUseFinder } from '../platform/context/work-uses.ts'
import { yieldToEventLoop } from '../platform/foundation/event-loop.ts'
import { streamReports } from './run/report.store.ts'

const citedReferences = z.object({
  references: z.array(z.object({ paper_id: z.string().nullable() })).catch([]),
})

/** Finds papers that people's research reports cite. */
export const findReportUses: WorkUseFinder = async function* (ctx, { paper_ids }) {
  if (paper_ids.size === 0) return
  for await (const { user_id, run_id, title, body } of streamReports(ctx.db)) {
    const { success, data } = citedReferences.safeParse(JSON.parse(body))
    const ids = new Set(success ? data.references.flatMap(({ paper_id }) => paper_id ?? []) : [])
    yield [...ids].flatMap((id) => {
      const work_key = paper_ids.get(id)
      if (work_key === undefined) return []
      const place = `研究报告${inCorners(title)}`
      return [{ user_id, work_key, place, route: `/deepResearch?${new URLSearchParams({ run_id })}` }]
    })
    await yieldToEventLoop()
  }
}
