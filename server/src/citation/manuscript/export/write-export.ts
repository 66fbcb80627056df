import type { manuscriptExportFormats } from '@scinav/contract'
import { UnreadableDocument } from '@scinav/documents'
import { AppError, invalidInput } from '../../../platform/foundation/errors.ts'
import { DOCX_MIME } from '../../export/index.ts'
import { annotateWordFile } from '../../word/index.ts'
import type { CheckStorage } from '../check/check.ts'
import { toAnnotations } from './annotations.ts'
import { decisionsById, type ExportedCheck, orderFindings } from './exported-check.ts'
import { writeFindingSheet } from './finding-sheet.ts'
import { writeReport } from './report.ts'

type ExportFormat = (typeof manuscriptExportFormats)[number]

/** The bytes of an exported file, the end of its name, and its type. */
export interface ExportedFile {
  bytes: Uint8Array
  ending: string
  mime: string
}

/** The type of XLSX files. */
export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Writes the result of a check as a file of a format.
 *
 * @throws AppError `input.invalid` when a manuscript that is no Word file is to be annotated, or cannot be read;
 *   `file.not_found` when its file is gone.
 */
export async function writeExport(
  exported: ExportedCheck,
  format: ExportFormat,
  { storage, date }: { storage: CheckStorage; date: Date },
): Promise<ExportedFile> {
  switch (format) {
    case 'docx':
      return {
        bytes: await annotateManuscript(exported, storage, date),
        ending: '-批注.docx',
        mime: DOCX_MIME,
      }
    case 'report':
      return { bytes: await writeReport(exported), ending: '-核对报告.docx', mime: DOCX_MIME }
    case 'xlsx':
      return { bytes: await writeFindingSheet(exported), ending: '-核对明细.xlsx', mime: XLSX_MIME }
    case 'json':
      return { bytes: toJson(exported), ending: '-核对结果.json', mime: 'application/json' }
  }
}

/**
 * Writes the findings as comments and tracked changes into the Word file.
 *
 * @throws AppError `input.invalid` for a manuscript that is no readable Word file; `file.not_found`.
 */
async function annotateManuscript(
  exported: ExportedCheck,
  storage: CheckStorage,
  date: Date,
): Promise<Uint8Array> {
  if (!/\.docx$/i.test(exported.state.file_name))
    throw invalidInput('format', '只有 Word 稿件（.docx）可以写入批注，其他格式请导出核对报告')
  const annotations = toAnnotations(exported)
  const authorship = { author: '稿件核对', initials: '核', date }
  try {
    const bytes = await storage.withFile((path) => annotateWordFile({ path, annotations, authorship }))
    if (!bytes) throw new AppError('file.not_found')
    return bytes
  } catch (error) {
    if (error instanceof UnreadableDocument) throw invalidInput('format', error.message)
    throw error
  }
}

/** Returns the whole result with the decisions of the author as JSON. */
function toJson(exported: ExportedCheck): Buffer {
  const { state, manuscript } = exported
  const decisions = decisionsById(exported)
  const result = {
    ...state,
    entries: manuscript.entries.map(({ number, text }, index) => ({ index, number, text })),
    findings: orderFindings(state).map((finding) => ({
      ...finding,
      decision: decisions.get(finding.id) ?? null,
    })),
  }
  return Buffer.from(`${JSON.stringify(result, null, 2)}\n`)
}
