import { createReadStream } from 'node:fs'
import { inCorners } from '@scinav/contract/quoted'
import {
  DamagedArchive,
  DOI_LIST,
  formats,
  type ImportFormat,
  type ReadResult,
  readHead,
  recogniseFormat,
} from '@scinav/formats'
import { withLocalUpload } from '../../documents/uploads/index.ts'
import { type BaseContext, type ImportWatch, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { UnfinishedEnd } from '../../platform/jobs/index.ts'
import { notify } from '../../platform/notices/index.ts'
import { lookUpDois, resolveKnownDois } from './doi-list.ts'
import * as imports from './import.store.ts'
import { refreshJournalFigures } from './journal-figures.ts'
import { isWorkbook, readWorkbookAsCsv, UnreadableWorkbook } from './spreadsheet.ts'
import { storeWorks } from './store-works.ts'
import * as works from './work.store.ts'

/** Records that are written at once. */
const BATCH_SIZE = 2_000
/** Bytes that are read at once. */
const CHUNK_BYTES = 256 * 1024
/** Faults that are stored of one file; the count goes on. */
const MAX_STORED_FAULTS = 10_000

type Ctx = Pick<BaseContext, 'db' | 'now' | 'newId'>

/** Reads the file of an import into library and index, in a thread of its own where there can be one. */
export async function runImport(ctx: BaseContext, import_id: string, watch: ImportWatch): Promise<void> {
  const read = ctx.importInWorker ?? ((id, watch, path) => readImport(ctx, id, watch, path))
  // It opens while the first papers are read.
  catchUpIndex(ctx)
  const told: ImportWatch = {
    ...watch,
    async report(progress, note) {
      catchUpIndex(ctx)
      await watch.report(progress, note)
    },
  }
  const row = await imports.byId(ctx.db, import_id)
  const upload_id = uploadIdOfPath(row?.path ?? '')
  if (upload_id === null) await read(import_id, told)
  else await withLocalUpload(ctx, upload_id, (path) => read(import_id, told, path))
  await lookUpDois(ctx, import_id, watch)
  await ctx.library.catchUp()
}

const UPLOAD_PREFIX = 'upload:'

/** What stands as the path of an import that reads an upload: any process can run it. */
export const uploadPath = (upload_id: string): string => UPLOAD_PREFIX + upload_id

const uploadIdOfPath = (path: string): string | null =>
  path.startsWith(UPLOAD_PREFIX) ? path.slice(UPLOAD_PREFIX.length) : null

/**
 * Reads the file of an import into the library. It begins where an earlier run was interrupted: what was read and what
 * was written move together. A record that cannot be read is noted with its line and left out.
 *
 * @param path where its file is lent, if that is not where the import says
 */
export async function readImport(
  ctx: Ctx,
  import_id: string,
  { signal, report }: ImportWatch,
  path?: string,
): Promise<void> {
  const found = await imports.byId(ctx.db, import_id)
  if (!found || found.state === 'done') return
  const row = { ...found, path: path ?? found.path }
  const source = await openSource(row)
  if (!source) {
    await finishImport(ctx, import_id, 'failed', '没有认出文件的格式')
    return
  }
  const before = await works.readCounters(ctx.db)
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
  const store = async (reads: ReadResult[]) => {
    await storeReads(ctx, run, source.format.id === DOI_LIST ? await resolveKnownDois(ctx, reads) : reads)
    await report(importProgress(run), `已读入 ${run.records} 条`)
  }
  try {
    await storeWhileReading(readBatches(source, row, signal), store)
    await refreshJournalFigures(ctx, before.change)
    await finishImport(ctx, import_id, signal.aborted ? 'cancelled' : 'done', null)
  } catch (error) {
    const reason = unreadableReason(error)
    if (reason === null) throw error
    await finishImport(ctx, import_id, 'failed', reason)
  }
}

/** Why a file cannot be read to its end; null for faults that are none of the file's. */
function unreadableReason(error: unknown): string | null {
  if (error instanceof UnreadableWorkbook) return error.message
  return error instanceof DamagedArchive ? '压缩文件已损坏，损坏之前的记录已经读入' : null
}

/** Reads the next batch while the last one is waited for; what was read before a fault is stored. */
async function storeWhileReading<Batch>(
  read: AsyncIterable<Batch>,
  store: (batch: Batch) => Promise<void>,
): Promise<void> {
  let storing = Promise.resolve()
  try {
    for await (const batch of read) {
      await storing
      storing = store(batch)
      // It is waited for below, perhaps after the next batch could not be read.
      storing.catch(() => {})
    }
  } finally {
    await storing
  }
}

/** What only tables have says that a file is one, whatever its headings are. */
const isTable = ({ file_name, mapping }: imports.ImportRow) =>
  mapping !== '{}' || /\.(?:[ct]sv|xlsx)(?:\.gz)?$/i.test(file_name)

/** A file of a known format: what it is called, and its bytes. */
interface ImportSource {
  format: ImportFormat
  name: string
  open: () => AsyncIterable<Uint8Array>
}

async function openSource(row: imports.ImportRow): Promise<ImportSource | null> {
  const { path, file_name } = row
  if (await isWorkbook(path)) {
    const table = formats.find(({ id }) => id === 'csv')
    return table ? { format: table, name: 'Excel 表格', open: () => readWorkbookAsCsv(path) } : null
  }
  const open = () => createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const source = createReadStream(path)
  try {
    const known = recogniseFormat(await readHead(source), file_name)
    const format = known ?? (isTable(row) ? (formats.find(({ id }) => id === 'csv') ?? null) : null)
    return format && { format, name: format.name, open }
  } finally {
    source.destroy()
  }
}

async function* readBatches(
  { format, open }: ImportSource,
  row: imports.ImportRow,
  signal: AbortSignal,
): AsyncGenerator<ReadResult[]> {
  let waiting: ReadResult[] = []
  const options = { from: Number(row.resume_offset), mapping: JSON.parse(row.mapping) }
  for await (const reads of format.read(open(), options)) {
    if (signal.aborted) return
    waiting.push(...reads)
    if (waiting.length < BATCH_SIZE) continue
    yield waiting
    waiting = []
  }
  yield waiting
}

interface ImportProgress extends imports.ImportRow {
  records: number
  broken: number
  warnings: number
}

const brokenReason = (read: ReadResult): string | null => (read.ok ? null : read.reason)
const warningText = (read: ReadResult): string | null =>
  read.ok && read.warnings ? read.warnings.join('；') : null

/** Reads of one kind as rows, at most `room`. */
function faultRows(import_id: string, reads: ReadResult[], kind: 'broken' | 'warning', room: number) {
  const reasonOf = kind === 'broken' ? brokenReason : warningText
  const rows = reads.flatMap((read) => {
    const reason = reasonOf(read)
    const excerpt = read.ok ? read.work.title.slice(0, 200) : read.excerpt
    return reason === null ? [] : [{ import_id, line: read.line, kind, reason, excerpt }]
  })
  return { count: rows.length, rows: rows.slice(0, Math.max(0, room)) }
}

/** Works, faults, counts and the place to go on from: all or nothing. */
async function storeReads(ctx: Ctx, run: ImportProgress, reads: ReadResult[]): Promise<void> {
  const last = reads.at(-1)
  if (!last) return
  const found = reads.flatMap((read) => (read.ok ? [read.work] : []))
  const faults = faultRows(run.id, reads, 'broken', MAX_STORED_FAULTS - run.broken)
  const warnings = faultRows(run.id, reads, 'warning', MAX_STORED_FAULTS - run.warnings)
  await transact(ctx, async (ctx) => {
    const stored = await storeWorks(ctx, found, { source: run.file_name })
    await imports.insertFaults(ctx.db, [...faults.rows, ...warnings.rows])
    const counts = {
      records: run.records + reads.length,
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
 * In the background: the import does not wait for the index, and the index tries again by itself. On its own, because
 * what is waited for keeps everything around it in memory, such as the works of a batch.
 */
function catchUpIndex({ library }: BaseContext): void {
  library.catchUp().catch(() => {})
}

/** Of a packed file the unpacked size is not known; a guess that grows never reaches the end too soon. */
function importProgress({ read_bytes, size_bytes, path }: ImportProgress): number {
  const whole = path.endsWith('.gz') ? Number(size_bytes) * 4 : Number(size_bytes)
  return Math.min(0.99, Number(read_bytes) / Math.max(whole, Number(read_bytes) * 1.02, 1))
}

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

/** Ends an import with its job, which was not able to; what was read stays. */
export async function endImport(
  ctx: BaseContext,
  id: string,
  { state, reason }: UnfinishedEnd,
): Promise<void> {
  const row = await imports.byId(ctx.db, id)
  if (!row || row.finished_at !== null) return
  await finishImport(ctx, id, state, state === 'failed' ? `导入没有完成：${reason}` : null)
}

/** How an import stands, for who waits for it. */
export async function getImportState(ctx: Pick<BaseContext, 'db'>, id: string): Promise<imports.ImportRow> {
  const row = await imports.byId(ctx.db, id)
  if (!row) throw new AppError('import.not_found')
  return row
}
