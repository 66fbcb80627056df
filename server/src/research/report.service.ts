import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { downloadAnswer, writeAnswerFile } from '../chat/chats/index.ts'
import type { Context } from '../platform/context/context.ts'
import { invalidInput } from '../platform/foundation/errors.ts'
import type { FileReply } from '../platform/foundation/replies.ts'
import { storeChange } from './change-report.service.ts'
import { requireOwnReport } from './guard.ts'
import { editSection } from './report/edit-section.ts'
import { printReportInStyle, toPrintableReport, writeReportBibTex } from './report/printable-report.ts'
import { viewReport } from './report/view-report.ts'

type Calls = typeof api.deepResearch

/**
 * Returns a report of the caller.
 *
 * @throws AppError `report.not_found`.
 */
export async function getReport(
  ctx: Context,
  input: ParsedInputOf<Calls['report']>,
): Promise<OutputOf<Calls['report']>> {
  return viewReport(ctx, await requireOwnReport(ctx, input))
}

/**
 * Replaces the text of a section of a report.
 *
 * @throws AppError `report.section_not_found`; `report.unknown_reference`; `report.changed` when another edit was
 * stored first.
 */
export async function editReport(
  ctx: Context,
  { report_id, version, section_id, text }: ParsedInputOf<Calls['editReport']>,
): Promise<OutputOf<Calls['editReport']>> {
  const { report } = await requireOwnReport(ctx, { report_id })
  const body = editSection(JSON.parse(report.body), section_id, text)
  return storeChange(ctx, { report, version, section_id, how: 'hand' }, body)
}

/**
 * Returns an answer or a report as a file.
 *
 * @throws AppError `report.not_found`; `input.invalid` without an id; for an answer as `downloadAnswer`.
 */
export async function downloadAnswerOrReport(
  ctx: Context,
  { chat_record_id, report_id, format, style }: ParsedInputOf<typeof api.chat.download>,
): Promise<FileReply> {
  if (report_id !== undefined) {
    const report = await viewReport(ctx, await requireOwnReport(ctx, { report_id }))
    if (format === 'bibtex') return writeReportBibTex(ctx, report)
    const printable =
      style === undefined
        ? toPrintableReport(report)
        : await printReportInStyle(ctx, report, { style, format })
    return writeAnswerFile(printable, format)
  }
  if (chat_record_id === undefined || format === 'bibtex')
    throw invalidInput('report_id', '请说明是哪一份报告')
  return downloadAnswer(ctx, { chat_record_id, format, style })
}
