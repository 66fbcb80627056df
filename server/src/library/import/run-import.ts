import { createReadStream } from 'node:fs'
import { inCorners } from '@scinav/contract/quoted'
import {
  DamagedArchive,
  DOI_LIST,
  formats,
  type ImportFormat,
  type ReadResult,
  readHead,
  recognizeFormat,
} from '@scinav/formats'
import { withLocalUpload } from '../../documents/uploads/index.ts'
import { type BaseContext, type ImportWatch, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue, type UnfinishedEnd } from '../../platform/jobs/index.ts'
import { notify } from '../../platform/notices/index.ts'
import {
  isNoticeTable,
  NOTICE_TABLE_NAME,
  type NoticeRead,
  readNotices,
  retractionAlerts,
  storeNotices,
} from '../retractions/index.ts'
import { lookUpDois, resolveKnownDois } from './doi-list.ts'
import * as imports from './import.store.ts'
import { refreshJournalFigures } from './journal-figures.ts'
import { isWorkbook, readWorkbookAsCsv, UnreadableWorkbook } from './spreadsheet.ts'
import { storeWorks } from './store-works.ts'
import * as works from './work.store.ts'

/** Records written in one transaction. */
const BATCH_SIZE = 2_000
/** Bytes read at once. */
const CHUNK_BYTES = 256 * 1024
/** Maximum number of stored faults, and of warnings, per file; counting continues beyond it. */
const MAX_STORED_FAULTS = 10_000
/** Maximum length of the title stored with a warning. */
const MAX_EXCERPT_CHARS = 200
/** How many times larger a gzip file of records is taken to be when unpacked. */
const GZIP_RATIO = 4
/** The file is taken to be at least this many times as large as the part read, so that the progress stays below 1. */
const MIN_SIZE_RATIO = 1.02
const MAX_PROGRESS = 0.99
/** Begins the stored path of an import that reads an upload; the id of the upload follows. */
const UPLOAD_PREFIX = 'upload:'

type Ctx = Pick<BaseContext, 'db' | 'now' | 'newId'>

/**
 * Imports a file into library and index, in a thread of its own where one is available. When this returns, the import
 * has ended, whether successfully or not (see `readImport`), and its papers can be searched.
 */
export async function runImport(ctx: BaseContext, import_id: string, watch: ImportWatch): Promise<void> {
  const readFile = ctx.importInWorker ?? ((id, watch, path) => readImport(ctx, id, watch, path))
  // The index opens while the first papers are read.
  catchUpIndex(ctx)
  const indexingWatch: ImportWatch = {
    ...watch,
    async report(progress, note) {
      catchUpIndex(ctx)
      await watch.report(progress, note)
    },
  }
  const row = await imports.byId(ctx.db, import_id)
  const upload_id = uploadIdOfPath(row?.path ?? '')
  if (upload_id === null) await readFile(import_id, indexingWatch)
  else await withLocalUpload(ctx, upload_id, (path) => readFile(import_id, indexingWatch, path))
  await lookUpDois(ctx, import_id, watch)
  await ctx.library.catchUp()
}

/** Returns the path of an import that reads an upload; any process can run such an import. */
export const uploadPath = (upload_id: string): string => UPLOAD_PREFIX + upload_id

const uploadIdOfPath = (path: string): string | null =>
  path.startsWith(UPLOAD_PREFIX) ? path.slice(UPLOAD_PREFIX.length) : null

/**
 * Imports the file of an import into the library. It resumes where an earlier run was interrupted, because the read
 * position is saved in the transaction that stores the records. Unreadable records are recorded with their line and
 * skipped. A file that cannot be read, or only in part, ends the import as failed, and an abort as cancelled; nothing
 * is thrown for either. An import that does not exist, or is done, is left alone.
 *
 * @param path local path of the file, when it differs from the path of the import.
 */
export async function readImport(
  ctx: Ctx,
  import_id: string,
  { signal, report }: ImportWatch,
  path?: string,
): Promise<void> {
  const stored = await imports.byId(ctx.db, import_id)
  if (!stored || stored.state === 'done') return
  const row = { ...stored, path: path ?? stored.path }
  const source = await openSource(row)
  if (!source) {
    await finishImport(ctx, import_id, 'failed', '没有认出文件的格式')
    return
  }
  const { change: changeBefore } = await works.readCounters(ctx.db)
  await imports.update(ctx.db, import_id, {
    state: 'running',
    format: source.name,
    error: null,
    finished_at: null,
  })
  const run = {
    ...row,
    records: Number(row.records),
    broken: Number(row.broken),
    warnings: Number(row.warnings),
  }
  // A list of DOIs becomes works here as far as the library has them; `runImport` looks up the others afterwards.
  const storeBatch = async (results: RecordResult[]) => {
    const resolved = source.is_doi_list ? await resolveKnownDois(ctx, results.filter(isWorkResult)) : results
    await storeResults(ctx, run, resolved)
    await report(importProgress(run), `已读入 ${run.records} 条`)
  }
  try {
    await storeWhileReading(readBatches(source, row, signal), storeBatch)
    await refreshJournalFigures(ctx, changeBefore)
    if (source.name === NOTICE_TABLE_NAME)
      await enqueue(ctx, retractionAlerts, {}, { unique_key: retractionAlerts.name })
    await finishImport(ctx, import_id, signal.aborted ? 'cancelled' : 'done', null)
  } catch (error) {
    const reason = unreadableReason(error)
    if (reason === null) throw error
    await finishImport(ctx, import_id, 'failed', reason)
  }
}

/** Returns why a file cannot be read to its end, or null for an error that the file did not cause. */
function unreadableReason(error: unknown): string | null {
  if (error instanceof UnreadableWorkbook) return error.message
  return error instanceof DamagedArchive ? '压缩文件已损坏，损坏之前的记录已经读入' : null
}

/** Reads the next batch while the previous one is being stored; batches read before an error are stored. */
async function storeWhileReading<Batch>(
  batches: AsyncIterable<Batch>,
  store: (batch: Batch) => Promise<void>,
): Promise<void> {
  let storing = Promise.resolve()
  try {
    for await (const batch of batches) {
      await storing
      storing = store(batch)
      // The rejection is handled where the promise is awaited below, even when the next batch cannot be read.
      storing.catch(() => {})
    }
  } finally {
    await storing
  }
}

/** Returns whether a file must be a table, whatever its headings: it has a column mapping or the name of a table. */
const isTable = ({ file_name, mapping }: imports.ImportRow) =>
  mapping !== '{}' || /\.(?:[ct]sv|xlsx)(?:\.gz)?$/i.test(file_name)

/** The result of reading a record: a work, a notice about one, or the reason why it cannot be used. */
type RecordResult = ReadResult | NoticeRead

const isWorkResult = (result: RecordResult): result is ReadResult => !('notice' in result)

/** A file of a known format. */
interface ImportSource {
  /** Its name for display. */
  name: string
  /** Reads the records after an offset, in bytes of the unpacked file. */
  read: (from: number) => AsyncIterable<RecordResult[]>
  /** Whether its records are only the DOIs of works. */
  is_doi_list: boolean
}

const CSV_FORMAT = formats.find(({ id }) => id === 'csv') ?? null

/**
 * Recognizes the format of a file by its first bytes, else by its name; null when it has none that can be imported.
 */
async function openSource(row: imports.ImportRow): Promise<ImportSource | null> {
  const { path, file_name } = row
  if (await isWorkbook(path)) {
    return CSV_FORMAT && formatSource(row, CSV_FORMAT, () => readWorkbookAsCsv(path), 'Excel 表格')
  }
  const open = () => createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const source = createReadStream(path)
  try {
    const head = await readHead(source)
    if (isNoticeTable(head)) {
      const read = (from: number) => readNotices(open(), from)
      return { name: NOTICE_TABLE_NAME, read, is_doi_list: false }
    }
    const format = recognizeFormat(head, file_name) ?? (isTable(row) ? CSV_FORMAT : null)
    return format && formatSource(row, format, open)
  } finally {
    source.destroy()
  }
}

/** Returns the source that reads a file in a bibliographic format. */
function formatSource(
  { mapping }: imports.ImportRow,
  format: ImportFormat,
  open: () => AsyncIterable<Uint8Array>,
  name = format.name,
): ImportSource {
  return {
    name,
    read: (from) => format.read(open(), { from, mapping: JSON.parse(mapping) }),
    is_doi_list: format.id === DOI_LIST,
  }
}

/** Yields the records after the saved position in batches of at least `BATCH_SIZE`, until the signal is aborted. */
async function* readBatches(
  source: ImportSource,
  row: imports.ImportRow,
  signal: AbortSignal,
): AsyncGenerator<RecordResult[]> {
  let batch: RecordResult[] = []
  for await (const results of source.read(Number(row.resume_offset))) {
    if (signal.aborted) return
    batch.push(...results)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  yield batch
}

/** The row of an import with the counts so far, which PostgreSQL returns as text, as numbers. */
interface ImportProgress extends imports.ImportRow {
  records: number
  broken: number
  warnings: number
}

const brokenReason = (result: RecordResult): string | null => (result.ok ? null : result.reason)
const warningText = (result: RecordResult): string | null =>
  result.ok && result.warnings ? result.warnings.join('；') : null

const titleOf = (result: RecordResult & { ok: true }): string =>
  'work' in result ? result.work.title : (result.notice.title ?? '')

/** Returns the unreadable records or the warnings as rows, at most `maxRows`, with their full count. */
function faultRows(import_id: string, results: RecordResult[], kind: 'broken' | 'warning', maxRows: number) {
  const reasonOf = kind === 'broken' ? brokenReason : warningText
  const rows = results.flatMap((result) => {
    const reason = reasonOf(result)
    const excerpt = result.ok ? titleOf(result).slice(0, MAX_EXCERPT_CHARS) : result.excerpt
    return reason === null ? [] : [{ import_id, line: result.line, kind, reason, excerpt }]
  })
  return { count: rows.length, rows: rows.slice(0, Math.max(0, maxRows)) }
}

/** Stores works or notices, faults, counts and the position to resume at in one transaction; updates `run`. */
async function storeResults(ctx: Ctx, run: ImportProgress, results: RecordResult[]): Promise<void> {
  const last = results.at(-1)
  if (!last) return
  const readWorks = results.flatMap((each) => (each.ok && 'work' in each ? [each.work] : []))
  const notices = results.flatMap((each) => (each.ok && 'notice' in each ? [each.notice] : []))
  const faults = faultRows(run.id, results, 'broken', MAX_STORED_FAULTS - run.broken)
  const warnings = faultRows(run.id, results, 'warning', MAX_STORED_FAULTS - run.warnings)
  await transact(ctx, async (ctx) => {
    const stored =
      notices.length > 0
        ? await storeNotices(ctx, notices)
        : await storeWorks(ctx, readWorks, { source: run.file_name })
    await imports.insertFaults(ctx.db, [...faults.rows, ...warnings.rows])
    const counts = {
      records: run.records + results.length,
      added: Number(run.added) + stored.added,
      merged: Number(run.merged) + stored.merged,
      unchanged: Number(run.unchanged) + stored.unchanged,
      broken: run.broken + faults.count,
      warnings: run.warnings + warnings.count,
      read_bytes: last.offset,
    }
    await imports.update(ctx.db, run.id, { ...counts, resume_offset: last.offset, resume_line: last.line })
    Object.assign(run, counts)
  })
}

/**
 * Brings the index up to date in the background; the import does not wait for it, and the index retries by itself.
 * This is a function of its own because a pending await keeps its surrounding scope in memory, such as the works of a
 * batch.
 */
function catchUpIndex({ library }: BaseContext): void {
  library.catchUp().catch(() => {})
}

/**
 * Estimates the progress, 0–0.99. The unpacked size of a compressed file is unknown, so the estimate is always a
 * little above the bytes read and the end is never reported too early.
 */
function importProgress({ read_bytes, size_bytes, path }: ImportProgress): number {
  const fullBytes = path.endsWith('.gz') ? Number(size_bytes) * GZIP_RATIO : Number(size_bytes)
  return Math.min(
    MAX_PROGRESS,
    Number(read_bytes) / Math.max(fullBytes, Number(read_bytes) * MIN_SIZE_RATIO, 1),
  )
}

/** Ends an import, and notifies the user who started it unless it was cancelled; `error` is the reason in Chinese. */
async function finishImport(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  error: string | null,
) {
  await imports.update(ctx.db, id, { state, error, finished_at: ctx.now().toISOString() })
  const row = await imports.byId(ctx.db, id)
  if (!row?.owner_id || state === 'cancelled') return
  const outcome = state === 'done' ? `导入完成，新增 ${row.added} 条` : '没有导入完成'
  await notify(ctx, {
    user_ids: [row.owner_id],
    kind: 'import',
    text: `${inCorners(row.file_name)}${outcome}`,
    route: '/home?panel=import',
  })
}

/** Ends an import whose job could not finish it; records already imported stay. */
export async function endImport(
  ctx: BaseContext,
  id: string,
  { state, reason }: UnfinishedEnd,
): Promise<void> {
  const row = await imports.byId(ctx.db, id)
  if (!row || row.finished_at !== null) return
  await finishImport(ctx, id, state, state === 'failed' ? `导入没有完成：${reason}` : null)
}

/**
 * Returns the current state of an import.
 *
 * @throws AppError `import.not_found`.
 */
export async function getImportState(ctx: Pick<BaseContext, 'db'>, id: string): Promise<imports.ImportRow> {
  const row = await imports.byId(ctx.db, id)
  if (!row) throw new AppError('import.not_found')
  return row
}
