import type { ReportNotice, ReportReference, ResearchReport, Work, WorkNotice } from '@scinav/contract'
import { normalizeDoi } from '@scinav/contract/doi'
import { findPapersByIds } from '../../library/papers/index.ts'
import { lookUpStatus } from '../../library/retractions/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { type StoredReport, toReportView } from './body.ts'

/** Returns a report with the notices that stand about its sources now. */
export async function viewReport(
  ctx: Pick<BaseContext, 'db'>,
  stored: StoredReport,
): Promise<ResearchReport> {
  const report = toReportView(stored)
  const notices = await findNotices(ctx, [...report.references, ...report.read_not_cited])
  return { ...report, notices }
}

/**
 * Returns the notices about sources: papers as the library has them, other sources by the DOI that is printed in their
 * reference.
 */
async function findNotices(
  ctx: Pick<BaseContext, 'db'>,
  references: readonly ReportReference[],
): Promise<ReportNotice[]> {
  const ids = references.flatMap(({ paper_id }) => paper_id ?? [])
  const found = ids.length > 0 ? await findPapersByIds({ db: ctx.db, actor: null }, ids) : []
  const papers = new Map(found.map((paper) => [paper.id, paper]))
  const others = references.filter(({ paper_id }) => !papers.has(paper_id ?? ''))
  const otherNotices = await lookUpStatus(
    ctx,
    others.map(({ text }) => ({ doi: normalizeDoi(text) })),
  )
  const noticeOf = new Map(others.map((reference, at) => [reference, otherNotices[at] ?? null]))
  return references.flatMap((reference) => {
    const paper = papers.get(reference.paper_id ?? '')
    const notice = paper ? paper.status_notice : (noticeOf.get(reference) ?? null)
    return toReportNotice(reference, paper?.status ?? statusOf(notice), notice)
  })
}

const statusOf = (notice: WorkNotice | null): Work['status'] =>
  notice === null || notice.kind === 'reinstated' ? 'normal' : notice.kind

const toReportNotice = (
  { source_id }: ReportReference,
  status: Work['status'],
  notice: WorkNotice | null,
): ReportNotice[] => (status === 'normal' ? [] : [{ source_id, status, notice }])
