import type { ResearchEvent } from '@scinav/contract'
import { transact } from '../../platform/context/context.ts'
import { readResearchQuestion } from '../plan/read-question.ts'
import * as reports from '../run/report.store.ts'
import type { Research } from '../run/research.ts'
import { researchEvent } from '../run/research-event.ts'
import * as runs from '../run/run.store.ts'
import { reportBody } from './body.ts'
import { reportTitle } from './outline.ts'
import { loadReferences } from './references.ts'
import { checkReport } from './check-report.ts'

/** Emits the references with their numbers and the result of the report check. */
export async function* mapCitations({ ctx, state }: Research): AsyncGenerator<ResearchEvent> {
  yield researchEvent('citation.map', await loadReferences(ctx, state()))
  const check = await checkReport(ctx, state())
  yield researchEvent('verify.result', { check })
}

/** Stores the report, marks the reserved free research as used, and emits the final event. */
export async function* finishResearch({ ctx, row, state }: Research): AsyncGenerator<ResearchEvent> {
  const title = row.title || reportTitle(state(), (await readResearchQuestion(ctx, state())).named)
  const now = ctx.now().toISOString()
  const body = JSON.stringify(reportBody(state()))
  const { id: run_id, user_id, report_id } = row
  await transact(ctx, async (ctx) => {
    const report = { id: report_id, run_id, user_id, body, version: 1, created_at: now, updated_at: now }
    await reports.save(ctx.db, report)
    await runs.setTitleOnce(ctx.db, run_id, title)
    await runs.markFreeUsed(ctx.db, run_id)
  })
  yield researchEvent('report.final', { report_id, title })
}
