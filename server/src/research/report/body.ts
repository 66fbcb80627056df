import type {
  ReportCheck,
  ReportReference,
  ReportSection,
  ResearchReport,
  ResearchState,
} from '@scinav/contract'
import type * as reports from '../run/report.store.ts'
import { isPartial, type ResearchRequest } from '../run/research.ts'
import type * as runs from '../run/run.store.ts'

/** The part of a report that is stored as JSON. */
export interface ReportBody {
  partial: boolean
  sections: ReportSection[]
  references: ReportReference[]
  read_not_cited: ReportReference[]
  /** Null when the report has not been checked. */
  check: ReportCheck | null
}

/** Returns the report body of the present state of a run; whether a section is still being written is left out. */
export const reportBody = (state: ResearchState): ReportBody => ({
  partial: isPartial(state),
  sections: state.sections.map(({ state: _state, ...section }) => section),
  references: state.references,
  read_not_cited: state.read_not_cited,
  check: state.check,
})

const ORIGIN_LABELS = { model: 'AI 生成，请核实', extractive: '原文摘录' } as const

/** A report and its run, as stored rows. */
export interface StoredReport {
  run: runs.RunRow
  report: reports.ReportRow
}

/**
 * Converts a stored report to the form returned by the API, without the notices about its sources. The JSON of
 * the rows is trusted.
 */
export function toReportView({ run, report }: StoredReport): Omit<ResearchReport, 'notices'> {
  const { report_style }: ResearchRequest = JSON.parse(run.request)
  const body: ReportBody = JSON.parse(report.body)
  // One section by the model is enough: the label then asks readers to verify the report.
  const isByModel = body.sections.some(({ written_by }) => written_by === 'model')
  const engine = isByModel ? 'model' : 'extractive'
  return {
    ...body,
    report_id: report.id,
    run_id: run.id,
    thread_id: run.thread_id,
    title: run.title || run.question,
    question: run.question,
    report_style,
    engine,
    model: isByModel ? run.model : null,
    label: ORIGIN_LABELS[engine],
    version: report.version,
    created_at: report.created_at,
    updated_at: report.updated_at,
  }
}
