import type { api, OutputOf, ParsedInputOf, ResearchReport } from '@scinav/contract'
import { downloadAnswer, fileOf } from '../chat/index.ts'
import type { Context } from '../context/context.ts'
import { AppError, invalid } from '../foundation/errors.ts'
import type { FileReply } from '../foundation/replies.ts'
import { ownReport } from './guard.ts'
import { bibtexOf } from './report/bibtex.ts'
import type { ReportBody } from './report/body.ts'
import { editSection } from './report/edit-section.ts'
import { printReport } from './report/print-report.ts'
import * as reports from './research/report.store.ts'
import type { ResearchRequest } from './research/request.ts'
import type * as runs from './research/run.store.ts'

type Calls = typeof api.deepResearch

const LABELS = { model: 'AI 生成，请核实', extractive: '原文摘录' } as const

export async function oneReport(
  ctx: Context,
  input: ParsedInputOf<Calls['report']>,
): Promise<OutputOf<Calls['report']>> {
  return toReport(await ownReport(ctx, input))
}

/** A report as its reader gets it. */
export function toReport({ run, report }: { run: runs.RunRow; report: reports.ReportRow }): ResearchReport {
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
    label: LABELS[engine],
    version: report.version,
    created_at: report.created_at,
    updated_at: report.updated_at,
  }
}

/**
 * Writes a section in other words.
 *
 * @throws AppError `report.section_not_found`, `report.unknown_reference`, `report.changed` where another edit came first.
 */
export async function editReport(
  ctx: Context,
  { report_id, version, section_id, text }: ParsedInputOf<Calls['editReport']>,
): Promise<OutputOf<Calls['editReport']>> {
  const { report } = await ownReport(ctx, { report_id })
  const body = editSection(JSON.parse(report.body), section_id, text)
  const to = { body: JSON.stringify(body), updated_at: ctx.now().toISOString() }
  if (!(await reports.change(ctx.db, { id: report_id, version }, to))) throw new AppError('report.changed')
  return toReport(await ownReport(ctx, { report_id }))
}

/** An answer or a report as a file. */
export async function download(
  ctx: Context,
  { chat_record_id, report_id, format }: ParsedInputOf<typeof api.chat.download>,
): Promise<FileReply> {
  if (report_id !== undefined) {
    const report = toReport(await ownReport(ctx, { report_id }))
    return format === 'bibtex' ? bibtexOf(ctx, report) : fileOf(printReport(report), format)
  }
  if (chat_record_id === undefined || format === 'bibtex') throw invalid('report_id', '请说明是哪一份报告')
  return downloadAnswer(ctx, { chat_record_id, format })
}
