import type { api, OutputOf, ParsedInputOf, ReportSection } from '@scinav/contract'
import { type Context, transact, transactReply } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { enqueue } from '../platform/jobs/index.ts'
import { ownReport } from './guard.ts'
import { engineAtBegin } from './model/choose.ts'
import type { ReportBody } from './report/body.ts'
import { type Rewritten, replaceSection, sourcedSection } from './report/edit-section.ts'
import { toReport } from './report/to-report.ts'
import * as reports from './research/report.store.ts'
import type { ResearchRequest } from './research/request.ts'
import * as revisions from './research/revision.store.ts'
import type { RunRow } from './research/run.store.ts'
import { lostIn, reviseReport } from './revise.job.ts'

type Calls = typeof api.deepResearch
type Way = ParsedInputOf<Calls['revise']>['how']

/** What can be made of a section besides writing in it: of what is quoted, and of what is told of all. */
const WAYS: Partial<Record<ReportSection['kind'], readonly Way[]>> = {
  evidence: ['again', 'other', 'fewer', 'instruction'],
  agreement: ['again', 'instruction'],
}

/**
 * Has a section made anew by a job; the report stays as it is until that is done.
 *
 * @throws AppError `report.section_not_found`, `report.section_fixed`, `report.changed`, `report.busy`; for what only a
 * model can do `report.no_model`, `model.outside`, `model.closed`.
 */
export async function reviseSection(
  ctx: Context,
  { report_id, version, section_id, how, instruction }: ParsedInputOf<Calls['revise']>,
): Promise<OutputOf<Calls['revise']>> {
  const { run, report } = await ownReport(ctx, { report_id })
  const body: ReportBody = JSON.parse(report.body)
  const section = body.sections.find((each) => each.section_id === section_id)
  if (!section) throw new AppError('report.section_not_found')
  if (!WAYS[section.kind]?.includes(how)) throw new AppError('report.section_fixed')
  if (report.version !== version) throw new AppError('report.changed')
  const model = await modelFor(ctx, run, how)
  return transactReply(ctx, async (ctx) => {
    const all = await revisions.ofReport(ctx.db, report_id)
    if (all.some(({ state }) => state === 'running')) throw new AppError('report.busy')
    const revision_id = ctx.newId()
    const user_id = ctx.actor.id
    const job_id = await enqueue(
      ctx,
      reviseReport,
      { revision_id, report_id, user_id, model },
      { owner_id: user_id },
    )
    const row: revisions.RevisionRow = {
      ...{ id: revision_id, report_id, user_id, section_id, version, how, job_id },
      instruction: how === 'instruction' ? (instruction ?? null) : null,
      ...{ state: 'running', note: null, before: null, finished_at: null },
      created_at: ctx.now().toISOString(),
    }
    await revisions.insert(ctx.db, row)
    return toRevision(row)
  })
}

/** The model that makes it; none where its person wanted none, except for what only a model can do. */
async function modelFor(ctx: Context, run: RunRow, how: Way) {
  const asked: ResearchRequest = JSON.parse(run.request)
  const isNeeded = how === 'instruction'
  const { model: wanted, ...rest } = asked
  const isPlain = wanted === 'extractive'
  const request = isNeeded && isPlain ? rest : asked
  const { model, notices } = await engineAtBegin(ctx, request, false).catch((error: unknown) => {
    // The one it was made with is gone: another may do it.
    if (error instanceof AppError && error.id === 'model.not_found') return engineAtBegin(ctx, rest, false)
    throw error
  })
  if (isNeeded && !model) throw new AppError(notices.length > 0 ? 'model.closed' : 'report.no_model')
  return model && { id: model.id, name: model.name, external: model.external }
}

export async function reportRevisions(
  ctx: Context,
  { report_id }: ParsedInputOf<Calls['revisions']>,
): Promise<OutputOf<Calls['revisions']>> {
  await ownReport(ctx, { report_id })
  return (await revisions.ofReport(ctx.db, report_id)).map(toRevision)
}

/**
 * Brings a section back as it was before a change; that is a change too.
 *
 * @throws AppError `report.revision_not_found`, `report.changed`.
 */
export async function takeSectionBack(
  ctx: Context,
  { report_id, revision_id, version }: ParsedInputOf<Calls['takeBack']>,
): Promise<OutputOf<Calls['takeBack']>> {
  const { report } = await ownReport(ctx, { report_id })
  const revision = await revisions.byId(ctx.db, report_id, revision_id)
  if (!revision?.before) throw new AppError('report.revision_not_found')
  const before: Rewritten = JSON.parse(revision.before)
  const body: ReportBody = JSON.parse(report.body)
  const changed = replaceSection(body, revision.section_id, before)
  return storeChange(ctx, { report, version, section_id: revision.section_id, how: 'back' }, changed)
}

interface Change {
  report: reports.ReportRow
  version: number
  section_id: string
  how: 'hand' | 'back'
}

/** Stores a report that a person changed, with what its section was. @throws AppError `report.changed`. */
export async function storeChange(
  ctx: Context,
  { report, version, section_id, how }: Change,
  changed: ReportBody,
): Promise<OutputOf<Calls['editReport']>> {
  const { id: report_id } = report
  const before: ReportBody = JSON.parse(report.body)
  const now = ctx.now().toISOString()
  await transact(ctx, async (ctx) => {
    const to = { body: JSON.stringify(changed), updated_at: now }
    const stored = await reports.change(ctx.db, { id: report_id, version }, to)
    if (!stored || report.version !== version) throw new AppError('report.changed')
    await revisions.insert(ctx.db, {
      ...{ id: ctx.newId(), report_id, user_id: ctx.actor.id, section_id, version, how },
      ...{ instruction: null, state: 'done', job_id: null, note: lostIn(before, changed) },
      before: JSON.stringify(sourcedSection(before, section_id)),
      ...{ created_at: now, finished_at: now },
    })
  })
  return toReport(await ownReport(ctx, { report_id }))
}

const LONGEST_BEGINNING = 80

function toRevision(row: revisions.RevisionRow): OutputOf<Calls['revise']> {
  const { id, section_id, how, instruction, state, job_id, note, created_at, finished_at } = row
  const was: Rewritten | null = row.before === null ? null : JSON.parse(row.before)
  const before = was?.text.trim().slice(0, LONGEST_BEGINNING) ?? null
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
