import type { api, OutputOf, ParsedInputOf, ReportSection } from '@scinav/contract'
import { type Context, transactReply } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { enqueue } from '../platform/jobs/index.ts'
import { requireOwnReport } from './guard.ts'
import { chooseEngine } from './model/choose-engine.ts'
import type { ReportBody } from './report/body.ts'
import type { SourcedSection } from './report/edit-section.ts'
import { reviseReport } from './revise.job.ts'
import type { ResearchRequest } from './run/research.ts'
import * as revisions from './run/revision.store.ts'
import type { RunRow } from './run/run.store.ts'

type Calls = typeof api.deepResearch

type RevisionMethod = ParsedInputOf<Calls['revise']>['how']

/** Ways to rewrite a section, besides manual edits, by the kind of section. */
const REVISION_METHODS: Partial<Record<ReportSection['kind'], readonly RevisionMethod[]>> = {
  evidence: ['again', 'other', 'fewer', 'instruction'],
  agreement: ['again', 'instruction'],
  opening: ['fewer', 'instruction'],
  body: ['fewer', 'instruction'],
  open: ['instruction'],
  conclusion: ['fewer', 'instruction'],
}

/**
 * Starts a job that rewrites a section; the report stays unchanged until the job is done.
 *
 * @throws AppError `report.not_found`; `report.section_not_found`; `report.section_fixed` when this kind of
 * section cannot be rewritten this way; `report.changed` when `version` is not the present one; `report.busy`
 * while another revision runs; `report.no_model`, `model.outside` or `model.closed` when a required model is
 * not available.
 */
export async function reviseSection(
  ctx: Context,
  { report_id, version, section_id, how, instruction }: ParsedInputOf<Calls['revise']>,
): Promise<OutputOf<Calls['revise']>> {
  const { run, report } = await requireOwnReport(ctx, { report_id })
  const body: ReportBody = JSON.parse(report.body)
  const section = body.sections.find((each) => each.section_id === section_id)
  if (!section) throw new AppError('report.section_not_found')
  if (!REVISION_METHODS[section.kind]?.includes(how)) throw new AppError('report.section_fixed')
  if (report.version !== version) throw new AppError('report.changed')
  const model = await selectRevisionModel(ctx, run, how)
  return transactReply(ctx, async (ctx) => {
    const earlier = await revisions.listByReport(ctx.db, report_id)
    if (earlier.some(({ state }) => state === 'running')) throw new AppError('report.busy')
    const revision_id = ctx.newId()
    const user_id = ctx.actor.id
    const job_id = await enqueue(
      ctx,
      reviseReport,
      { revision_id, report_id, user_id, model },
      { owner_id: user_id },
    )
    const row: revisions.RevisionRow = {
      id: revision_id,
      report_id,
      user_id,
      section_id,
      version,
      how,
      job_id,
      instruction: how === 'instruction' ? (instruction ?? null) : null,
      state: 'running',
      note: null,
      before: null,
      created_at: ctx.now().toISOString(),
      finished_at: null,
    }
    await revisions.insert(ctx.db, row)
    return toRevisionView(row)
  })
}

/** Returns the model for a revision; null for a report made of quotations, unless the revision requires a model. */
async function selectRevisionModel(ctx: Context, run: RunRow, how: RevisionMethod) {
  const original: ResearchRequest = JSON.parse(run.request)
  const { model: originalModel, ...anyModel } = original
  const isNeeded = how === 'instruction'
  const request = isNeeded && originalModel === 'extractive' ? anyModel : original
  // Not `unasked`: without the user's consent to an external model, `model.outside` is thrown.
  const { model, notices } = await chooseEngine(ctx, request, { unasked: false }).catch((error: unknown) => {
    // The original model no longer exists; another one may be used.
    if (error instanceof AppError && error.id === 'model.not_found')
      return chooseEngine(ctx, anyModel, { unasked: false })
    throw error
  })
  // The only notice in this case says that a knowledge base forbids external models.
  if (isNeeded && !model) throw new AppError(notices.length > 0 ? 'model.closed' : 'report.no_model')
  return model && { id: model.id, name: model.name, external: model.external }
}

/**
 * Returns the revisions of a report of the caller, newest first.
 *
 * @throws AppError `report.not_found`.
 */
export async function listRevisions(
  ctx: Context,
  { report_id }: ParsedInputOf<Calls['revisions']>,
): Promise<OutputOf<Calls['revisions']>> {
  await requireOwnReport(ctx, { report_id })
  return (await revisions.listByReport(ctx.db, report_id)).map(toRevisionView)
}

/** Length of the former text that a list of revisions shows, in characters. */
const MAX_EXCERPT_CHARS = 80

/**
 * Returns a revision; `before` is the beginning of the text that it replaced, null until it has replaced any.
 */
function toRevisionView(row: revisions.RevisionRow): OutputOf<Calls['revise']> {
  const { id, section_id, how, instruction, state, job_id, note, created_at, finished_at } = row
  const former: SourcedSection | null = row.before === null ? null : JSON.parse(row.before)
  const before = former?.text.trim().slice(0, MAX_EXCERPT_CHARS) ?? null
  return {
    revision_id: id,
    section_id,
    how,
    instruction,
    state,
    job_id,
    note,
    before,
    created_at,
    finished_at,
  }
}
