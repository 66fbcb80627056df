import { emptyResearch, type ResearchState } from '@scinav/contract'
import { inCorners, inTitleMarks } from '@scinav/contract/quoted'
import { z } from 'zod'
import { findActor } from '../account/user/index.ts'
import { type BaseContext, type Context, contextForActor, transact } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import type { Job } from '../platform/jobs/index.ts'
import { requireOwnReport } from './guard.ts'
import type { ReportBody } from './report/body.ts'
import { checkReport } from './report/check-report.ts'
import { findSourcedSection, replaceSection } from './report/edit-section.ts'
import { loadReferenceEntries } from './report/references.ts'
import { NotRewritable } from './report/rewrite-request.ts'
import { rewriteSection, type SectionRewrite } from './report/rewrite-section.ts'
import * as reports from './run/report.store.ts'
import type { ResearchRequest } from './run/research.ts'
import * as revisions from './run/revision.store.ts'
import type { RunRow } from './run/run.store.ts'

const payload = z.object({
  revision_id: z.string(),
  report_id: z.string(),
  user_id: z.string(),
  /** Null: the section is made of quotations only. */
  model: z.object({ id: z.string(), name: z.string(), external: z.boolean() }).nullable(),
})
type Payload = z.output<typeof payload>

const REPORT_GONE_MESSAGE = '这份报告已经删除，或账号已经停用'
const UNCHANGED_MESSAGE = '结果与原来相同，没有改动'
/** Progress shown while the section is written, 0–1. */
const BEGUN_PROGRESS = 0.1

/**
 * Rewrites a section of a report. The job depends only on stored data and stores the change and its end in one
 * transaction, so that a restart after a crash has the same result.
 */
export const reviseReport: Job<typeof payload> = {
  name: 'research.revise',
  title: '重写报告的一节',
  payload,
  attempts: 3,
  run: async (ctx, revision) => {
    try {
      const actor = await findActor(ctx, revision.user_id)
      if (!actor) throw new NotRewritable(REPORT_GONE_MESSAGE)
      await reviseReportSection(contextForActor(ctx, actor, ctx.job.signal), revision, ctx.job.report)
    } catch (error) {
      ctx.job.signal.throwIfAborted()
      if (!(error instanceof NotRewritable || error instanceof AppError)) throw error
      await endRevision(ctx, revision.revision_id, { state: 'failed', note: error.message })
    }
  },
  ended: (ctx, { revision_id }, { state }) =>
    endRevision(ctx, revision_id, { state, note: state === 'failed' ? '重写时出错，这一节没有改动' : null }),
}

const endRevision = async (
  ctx: Pick<BaseContext, 'db' | 'now'>,
  revision_id: string,
  end: Pick<revisions.RevisionRow, 'state' | 'note'>,
): Promise<void> => {
  await revisions.end(ctx.db, revision_id, { ...end, finished_at: ctx.now().toISOString() })
}

/** Rewrites the section of a running revision and stores it; does nothing when the revision has ended. */
async function reviseReportSection(
  ctx: Context,
  { report_id, revision_id, model }: Payload,
  reportProgress: (progress: number, note: string) => Promise<void>,
): Promise<void> {
  const revision = await revisions.findById(ctx.db, report_id, revision_id)
  if (revision?.state !== 'running') return
  const { run, report: row } = await requireOwnReport(ctx, { report_id })
  if (row.version !== revision.version) throw new AppError('report.changed')
  const body: ReportBody = JSON.parse(row.body)
  const section = body.sections.find(({ section_id }) => section_id === revision.section_id)
  if (!section) throw new AppError('report.section_not_found')
  await reportProgress(BEGUN_PROGRESS, `正在重写${inCorners(section.title)}`)
  const { signal } = ctx.stream
  const research = {
    ctx,
    row: run,
    request: revisionRequest(run, model),
    signal,
    state: () => revisionState(run, model),
  }
  const rewrite = await rewriteSection(research, { ...revision, section, body })
  signal.throwIfAborted()
  await storeRevision(ctx, { revision, body, version: row.version }, rewrite)
}

/** Returns the request of a run with the model of the revision in place of its own. */
function revisionRequest({ request }: RunRow, model: Payload['model']): ResearchRequest {
  return { ...JSON.parse(request), model: model?.id ?? 'extractive', outside: model?.external ?? false }
}

/** Returns the final state of a run with the model of the revision in place of its own. */
function revisionState({ snapshot }: RunRow, model: Payload['model']): ResearchState {
  // Snapshots of older versions lack fields that were added later.
  const stored: ResearchState = { ...emptyResearch(), ...JSON.parse(snapshot ?? '{}') }
  return { ...stored, engine: model ? 'model' : 'extractive', model: model?.name ?? null }
}

/** The revision, and the report as it was when the section was rewritten. */
interface RevisionTarget {
  revision: revisions.RevisionRow
  body: ReportBody
  version: number
}

/** Stores the report with the rewritten section, and the previous version of the section. */
async function storeRevision(
  ctx: Context,
  { revision, body, version }: RevisionTarget,
  { rewritten, read }: SectionRewrite,
): Promise<void> {
  const { section_id, report_id } = revision
  const listedIds = new Set([...body.references, ...body.read_not_cited].map(({ source_id }) => source_id))
  const citedIds = new Set(rewritten.marks.map(({ source_id }) => source_id))
  const newSources = read.filter(({ source_id }) => citedIds.has(source_id) && !listedIds.has(source_id))
  const withSources = {
    ...body,
    read_not_cited: [...body.read_not_cited, ...(await loadReferenceEntries(ctx, newSources))],
  }
  const changed = replaceSection(withSources, section_id, rewritten)
  const now = ctx.now().toISOString()
  const textOf = ({ sections }: ReportBody) => sections.find((each) => each.section_id === section_id)?.text
  if (textOf(changed) === textOf(body))
    return endRevision(ctx, revision.id, { state: 'done', note: UNCHANGED_MESSAGE })
  const checked = { ...changed, check: await checkReport(ctx, changed) }
  const before = JSON.stringify(findSourcedSection(body, section_id))
  await transact(ctx, async (ctx) => {
    const change = { body: JSON.stringify(checked), updated_at: now }
    if (!(await reports.updateIfVersion(ctx.db, { id: report_id, version }, change)))
      throw new AppError('report.changed')
    const done = { state: 'done' as const, note: lostSourcesNote(body, checked), before, finished_at: now }
    if (!(await revisions.end(ctx.db, revision.id, done))) throw new NotRewritable('已经取消')
  })
}

/** Maximum number of lost sources that are named. */
const MAX_NAMED = 3

/** Returns a note on sources that are no longer cited; null when there are none. */
export function lostSourcesNote(before: ReportBody, after: ReportBody): string | null {
  const citedIds = new Set(after.references.map(({ source_id }) => source_id))
  const lost = before.references.filter(({ source_id }) => !citedIds.has(source_id))
  if (lost.length === 0) return null
  const names = lost.slice(0, MAX_NAMED).map(({ title }) => inTitleMarks(title))
  const others = lost.length > MAX_NAMED ? `等 ${lost.length} 篇` : ''
  return `不再引用${names.join('')}${others}，已列入「已读未引」`
}
