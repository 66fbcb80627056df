import type { ResearchReport } from '@scinav/contract'
import type * as reports from '../run/report.store.ts'
import type { ResearchRequest } from '../run/request.ts'
import type * as runs from '../run/run.store.ts'
import type { ReportBody } from './body.ts'

const ORIGIN_LABELS = { model: 'AI 生成，请核实', extractive: '原文摘录' } as const

/** Converts a stored report to the form returned by the API. */
export function toReportView({
  run,
  report,
}: {
  run: runs.RunRow
  report: reports.ReportRow
}): ResearchReport {
  const { report_style }: ResearchRequest = JSON.parse(run.request)
  const body: ReportBody = JSON.parse(report.body)
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
