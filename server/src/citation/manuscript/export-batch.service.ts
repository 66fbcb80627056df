import { Readable } from 'node:stream'
import { type api, manuscriptSeverityNames, type ParsedInputOf } from '@scinav/contract'
import { strToU8, Zip, ZipPassThrough } from 'fflate'
import { formatSize } from '../../documents/uploads/index.ts'
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

/** Maximum length of one name within a file name. */
const MAX_NAME_CHARS = 60
/** Bounds an archive of reports, in bytes: the writer does not write archives of more than 4 GB. */
const MAX_ARCHIVE_BYTES = 3 * 1024 ** 3
/** What a report takes at most beside its annotated manuscript, in bytes. */
const REPORT_BYTES = 1024 ** 2
/** What could not be written, by format. */
const UNWRITTEN = { report: '核对报告写不出，或已删除', docx: '带批注的稿件写不出，或已删除' } as const
const LEFT_OUT_NAME = '未能导出.txt'
const WORD_FILE = /\.docx$/i

/**
 * Writes the table of a batch, or a zip of the reports and annotated Word files of its completed checks, as a whole or
 * of one department.
 *
 * @throws AppError as `requireOwnBatch`; `manuscript_batch.purged`, `manuscript_batch.nothing_to_export` and
 *   `manuscript_batch.too_large` for reports.
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
  requireArchiveSize(completed, await batches.listThesisSizes(ctx.db, batch_id))
  return {
    name: `${stem}-核对报告.zip`,
    mime: 'application/zip',
    size: null,
    stream: () => Readable.from(zipReports(ctx, completed)),
  }
}

/**
 * Checks the size of the archive of reports, given the bytes of each thesis.
 *
 * @throws AppError `manuscript_batch.too_large`.
 */
export function requireArchiveSize(
  theses: readonly Pick<batches.ThesisRow, 'id' | 'file_name'>[],
  sizes: ReadonlyMap<string, number>,
): void {
  const bytes = theses.reduce(
    (sum, { id, file_name }) => sum + REPORT_BYTES + (WORD_FILE.test(file_name) ? (sizes.get(id) ?? 0) : 0),
    0,
  )
  if (bytes > MAX_ARCHIVE_BYTES)
    throw new AppError('manuscript_batch.too_large', {
      size: formatSize(bytes),
      limit: formatSize(MAX_ARCHIVE_BYTES),
    })
}

const toRow = (thesis: batches.ThesisRow, at: number): (string | number)[] => {
  const { department, title, author, file_name, state, error } = thesis
  const { entries, unverified, faults, checks, infos } = thesis
  const figures = state === 'completed' ? [entries, unverified, faults, checks, infos] : ['', '', '', '', '']
  return [at + 1, department, title, author, file_name, STATE_NAMES[state], ...figures, error ?? '']
}

/**
 * Writes the files of checks one after another into a zip archive, and the names of those that could not be written;
 * Word files are compressed already.
 */
async function* zipReports(ctx: Context, theses: readonly batches.ThesisRow[]): AsyncGenerator<Uint8Array> {
  // Chunks of the archive that have not been sent.
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (name: string, bytes: Uint8Array) => {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(bytes, true)
  }
  const leftOut: string[] = []
  for (const thesis of theses) {
    for await (const { name, bytes } of reportFiles(ctx, thesis)) {
      if (bytes === null) {
        leftOut.push(name)
        continue
      }
      add(name, bytes)
      yield* chunks
      chunks = []
    }
  }
  // The mark tells Windows that the text is UTF-8.
  if (leftOut.length > 0) add(LEFT_OUT_NAME, strToU8(`\ufeff${leftOut.join('\r\n')}\r\n`))
  zip.end()
  yield* chunks
}

/**
 * Yields the report of a thesis and, where it is a Word file, its annotated copy, with their paths in the archive. For
 * one that cannot be written, `bytes` is null and `name` says so.
 */
async function* reportFiles(
  ctx: Context,
  { department, position, title, author, file_name, check_id }: batches.ThesisRow,
): AsyncGenerator<{ name: string; bytes: Uint8Array | null }> {
  const folder = safeFileName(department, MAX_NAME_CHARS) || '_'
  const label = safeFileName([author, title].filter(Boolean).join('-'), MAX_NAME_CHARS)
  const number = String(position + 1).padStart(3, '0')
  const formats = WORD_FILE.test(file_name) ? (['report', 'docx'] as const) : (['report'] as const)
  for (const format of formats) {
    const file = await writeCheckFile(ctx, { check_id: check_id ?? '', format }).catch(leaveOut)
    const stem = `${folder}/${number}-${label}`
    if (file) yield { name: `${stem}${file.ending}`, bytes: file.bytes }
    else yield { name: `${stem}：${UNWRITTEN[format]}`, bytes: null }
  }
}

/** Returns null in place of a file that cannot be written or was deleted meanwhile; rethrows other errors. */
function leaveOut(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
