import type { ResearchEvent } from '@scinav/contract'
import { transact } from '../../platform/context/context.ts'
import { readAsked } from '../plan/read-asked.ts'
import * as reports from '../research/report.store.ts'
import type { Research } from '../research/research.ts'
import * as runs from '../research/run.store.ts'
import { say } from '../research/say.ts'
import { bodyOf } from './body.ts'
import { titleOf } from './outline.ts'
import { referencesOf } from './references.ts'
import { checkReport } from './verify.ts'

/** Tells which number is which source, and whether the report keeps to what it promises. */
export async function* mapCitations({ ctx, state }: Research): AsyncGenerator<ResearchEvent> {
  yield say('citation.map', await referencesOf(ctx, state()))
  const check = await checkReport(ctx, state())
  yield say('verify.result', { check })
}

/** Stores the report; the free research is used with it. */
export async function* finish({ ctx, row, state }: Research): AsyncGenerator<ResearchEvent> {
  const title = row.title || titleOf(state(), (await readAsked(ctx, state())).named)
  const now = ctx.now().toISOString()
  const body = JSON.stringify(bodyOf(state()))
  const { id: run_id, user_id, report_id } = row
  await transact(ctx, async (ctx) => {
    const report = { id: report_id, run_id, user_id, body, version: 1, created_at: now, updated_at: now }
    await reports.put(ctx.db, report)
    await runs.nameOnce(ctx.db, run_id, title)
    await runs.useFree(ctx.db, run_id)
  })
  yield say('report.final', { report_id, title })
}
