import { Readable } from 'node:stream'
import { type api, manuscriptSeverityNames, type ParsedInputOf } from '@scinav/contract'
import { Zip, ZipPassThrough } from 'fflate'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { safeFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import * as batches from './batch/batch.store.ts'
import { requireOwnBatch } from './batch.service.ts'
import { writeWorkbook } from './export/workbook.ts'
import { XLSX_MIME } from './export/write-export.ts'
import { writeCheckFile } from './export.service.ts'

type Calls = typeof api.manuscriptBatches

const STATE_NAMES: Readonly<Record<batches.ThesisRow['state'], string>> = {
  queued: '等待核对',
  running: '正在核对',
  completed: '已完成',
  cancelled: '已停止',
  failed: '没有完成',
}

const COLUMNS = [
  { name: '序号', width: 6 },
  { name: '院系', width: 20 },
  { name: '题目', width: 50 },
  { name: '作者', width: 10 },
  { name: '文件', width: 36 },
  { name: '状态', width: 10 },
  { name: '参考文献', width: 10 },
  { name: '未查到', width: 8 },
  { name: manuscriptSeverityNames.fault, width: 8 },
  { name: manuscriptSeverityNames.check, width: 8 },
  { name: manuscriptSeverityNames.info, width: 8 },
  { name: '说明', width: 50 },
]

const MAX_NAME_CHARS = 60

/**
 * Writes the table of a batch, or a zip of the reports and annotated Word files of its completed checks, as a whole or
 * of one department.
 *
 * @throws AppError as `requireOwnBatch`; `manuscript_batch.purged` and `manuscript_batch.nothing_to_export` for
 *   reports.
 */
export async function exportBatch(
  ctx: Context,
  { batch_id, format, department }: ParsedInputOf<Calls['export']>,
): Promise<FileReply> {
  const batch = await requireOwnBatch(ctx, batch_id)
  const theses = await batches.listTheses(ctx.db, batch_id, department)
  const stem = safeFileName([batch.name, department].filter(Boolean).join('-'), MAX_NAME_CHARS) || '批量核对'
  if (format === 'xlsx') {
    const bytes = await writeWorkbook({ name: '批量核对', columns: COLUMNS, rows: theses.map(toRow) })
    return {
      name: `${stem}.xlsx`,
      mime: XLSX_MIME,
      size: bytes.length,
      stream: () => Readable.from([bytes]),
    }
  }
  if (batch.purged_at !== null) throw new AppError('manuscript_batch.purged')
  const completed = theses.filter(({ state, check_id }) => state === 'completed' && check_id !== null)
  if (completed.length === 0) throw new AppError('manuscript_batch.nothing_to_export')
  return {
    name: `${stem}-核对报告.zip`,
    mime: 'application/zip',
    size: null,
    stream: () => Readable.from(zipReports(ctx, completed)),
  }
}

const toRow = (thesis: batches.ThesisRow, at: number): (string | number)[] => {
  const { department, title, author, file_name, state, error } = thesis
  const { entries, unverified, faults, checks, infos } = thesis
  const figures = state === 'completed' ? [entries, unverified, faults, checks, infos] : ['', '', '', '', '']
  return [at + 1, department, title, author, file_name, STATE_NAMES[state], ...figures, error ?? '']
}

/** Writes the files of checks one after another into a zip archive; Word files are compressed already. */
async function* zipReports(ctx: Context, theses: readonly batches.ThesisRow[]): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  for (const thesis of theses) {
    for await (const { name, bytes } of reportFiles(ctx, thesis)) {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      entry.push(bytes, true)
      yield* written
      written = []
    }
  }
  zip.end()
  yield* written
}

/** Returns the report of a thesis and, where it is a Word file, its annotated copy; nothing when they were deleted. */
async function* reportFiles(
  ctx: Context,
  { department, position, title, author, file_name, check_id }: batches.ThesisRow,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const folder = safeFileName(department, MAX_NAME_CHARS) || '_'
  const label = safeFileName([author, title].filter(Boolean).join('-'), MAX_NAME_CHARS)
  const number = String(position + 1).padStart(3, '0')
  const formats = /\.docx$/i.test(file_name) ? (['report', 'docx'] as const) : (['report'] as const)
  for (const format of formats) {
    const file = await writeCheckFile(ctx, { check_id: check_id ?? '', format }).catch(leaveOut)
    if (file) yield { name: `${folder}/${number}-${label}${file.ending}`, bytes: file.bytes }
  }
}

/** Leaves a file out of an archive that is being sent, when it cannot be written or was deleted meanwhile. */
function leaveOut(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
