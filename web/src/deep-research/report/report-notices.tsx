import type { ReportNotice, ReportReference, ResearchReport } from '@scinav/contract'
import type { Standings } from '../../chat/sources/active-answer.ts'
import { type PaperStanding, statusMark } from '../../paper/rows/status-mark.tsx'
import { Notice } from '../../ui/views/notice.tsx'

const toStanding = ({ status, notice }: ReportNotice): PaperStanding => ({ status, status_notice: notice })

/**
 * Returns the standing of the sources of a stored report by the id that identifies a source in its text; undefined
 * without a stored report.
 */
export function reportStandings(report: ResearchReport | undefined): Standings | undefined {
  if (!report) return undefined
  const { notices, references, read_not_cited } = report
  const noticeOf = new Map(notices.map((notice) => [notice.source_id, notice]))
  return new Map(
    [...references, ...read_not_cited].flatMap((reference): [string, PaperStanding][] => {
      const notice = noticeOf.get(reference.source_id)
      return notice ? [[referenceSource(reference), toStanding(notice)]] : []
    }),
  )
}

/** Returns the id that identifies the source of a reference in the text, as `sourceId` does for a citation. */
export const referenceSource = ({ paper_id, document_id, file_id, source_id }: ReportReference): string =>
  paper_id ?? document_id ?? file_id ?? source_id

/**
 * Renders which cited sources were retracted or questioned, since when, and whether the report was written before;
 * nothing without any, or without a stored report.
 */
export function ReportNotices({ report }: { report: ResearchReport | undefined }) {
  if (!report) return null
  const numbers = new Map(report.references.map(({ source_id, n }) => [source_id, n]))
  const cited = report.notices
    // A correction is no reason for doubt; the references show it.
    .filter(({ source_id, status }) => status !== 'corrected' && numbers.has(source_id))
    .toSorted((a, b) => (numbers.get(a.source_id) ?? 0) - (numbers.get(b.source_id) ?? 0))
  if (cited.length === 0) return null
  return (
    <Notice tone="warning">
      报告引用的文献里有 {cited.length} 篇已撤稿或有关注声明：
      {cited.map((notice) => `[${numbers.get(notice.source_id)}] ${describe(notice, report)}`).join('；')}
      。正文中的引用处也有标记，使用有关的内容前请核对声明。
    </Notice>
  )
}

/** Formats a notice with its date: `已撤稿（2026-11-20，在报告写成之后）`. */
function describe(notice: ReportNotice, { created_at }: ResearchReport): string {
  const name = statusMark(toStanding(notice))?.name ?? ''
  const date = notice.notice?.date
  if (!date) return name
  return `${name}（${date}${date > created_at.slice(0, 10) ? '，在报告写成之后' : ''}）`
}
