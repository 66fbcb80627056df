import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { requireUploadedFile } from '../../documents/uploads/index.ts'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue, getJobState } from '../../platform/jobs/index.ts'
import { countPapers } from '../papers/index.ts'
import { importFile } from './import.job.ts'
import * as imports from './import.store.ts'
import { reindexLibrary } from './reindex.job.ts'
import { uploadPath } from './run-import.ts'

type Library = typeof api.library
type ImportRun = OutputOf<Library['imports']>['list'][number]

/** The columns that clients get as numbers; PostgreSQL returns some of them as text. */
const NUMBER_COLUMNS = [
  'size_bytes',
  'read_bytes',
  'records',
  'added',
  'merged',
  'unchanged',
  'broken',
  'warnings',
] as const

interface NewImport {
  file_name: string
  /** A path on this machine, or the result of `uploadPath`. */
  path: string
  /** In bytes. */
  size: number
  /** The columns of a table by the fields that they hold; empty unless the user has assigned them. */
  mapping: Record<string, string>
  owner_id: string | null
  /** The reason why the file cannot be imported; it is listed as failed, without a job. */
  fault?: string
}

/** Adds a file to the list of imports and queues its job. */
function queueImport(ctx: BaseContext, { file_name, path, size, mapping, owner_id, fault }: NewImport) {
  return transact(ctx, async (ctx) => {
    const id = ctx.newId()
    const owner = owner_id ? { owner_id } : {}
    const job_id = fault ? null : await enqueue(ctx, importFile, { import_id: id }, owner)
    const created_at = ctx.now().toISOString()
    const counts = { records: 0, added: 0, merged: 0, unchanged: 0, broken: 0, warnings: 0 }
    const row: imports.ImportRow = {
      id,
      owner_id,
      file_name,
      path,
      format: null,
      mapping: JSON.stringify(mapping),
      state: fault ? 'failed' : 'queued',
      size_bytes: size,
      read_bytes: 0,
      resume_offset: 0,
      resume_line: 0,
      ...counts,
      error: fault ?? null,
      job_id,
      created_at,
      finished_at: fault ? created_at : null,
    }
    await imports.insert(ctx.db, row)
    return toImportRun(row)
  })
}

/**
 * Queues imports of uploaded files, in their order; none when one of the files cannot be used.
 *
 * @throws AppError as `requireUploadedFile`.
 */
export async function startImport(
  ctx: Context,
  { upload_ids, mapping }: ParsedInputOf<Library['startImport']>,
) {
  const files = []
  for (const id of upload_ids) files.push(await requireUploadedFile(ctx, id))
  const runs: ImportRun[] = []
  for (const { id, name, size } of files) {
    const path = uploadPath(id)
    runs.push(await queueImport(ctx, { file_name: name, path, size, mapping, owner_id: ctx.actor.id }))
  }
  return runs
}

/**
 * Queues the import of a local file, for the command line; an unreadable file is listed as failed with the reason.
 */
export async function queueLocalFile(ctx: BaseContext, path: string): Promise<ImportRun> {
  const file = { file_name: basename(path), path, mapping: {}, owner_id: null }
  const stats = await stat(path).catch(() => null)
  if (!stats) return queueImport(ctx, { ...file, size: 0, fault: `服务器找不到或不能读取这个文件：${path}` })
  return queueImport(ctx, { ...file, size: stats.size })
}

/** Lists imports, newest first, with the number of papers in the library and in the index. */
export async function listImports(ctx: Context, { page_num, page_size }: ParsedInputOf<Library['imports']>) {
  const { rows, total } = await imports.findPage(ctx.db, (page_num - 1) * page_size, page_size)
  const index = await ctx.library.current()
  return {
    list: rows.map(toImportRun),
    total,
    page_num,
    page_size,
    paper_count: await countPapers(ctx),
    indexed_count: index.state().papers,
  }
}

/**
 * Lists the faults or warnings of an import by line.
 *
 * @throws AppError `import.not_found`.
 */
export async function listBrokenRecords(ctx: Context, input: ParsedInputOf<Library['brokenRecords']>) {
  const { import_id, kind, page_num, page_size } = input
  if (!(await imports.byId(ctx.db, import_id))) throw new AppError('import.not_found')
  const { rows, total } = await imports.findFaults(
    ctx.db,
    { import_id, kind },
    (page_num - 1) * page_size,
    page_size,
  )
  const list = rows.map(({ line, reason, excerpt }) => ({ line: Number(line), reason, excerpt }))
  return { list, total, page_num, page_size }
}

/** Queues a rebuild of the search indexes and returns the state of its job; while one runs, further calls join it. */
export async function rebuildIndex(ctx: Context) {
  const job_id = await enqueue(
    ctx,
    reindexLibrary,
    {},
    { owner_id: ctx.actor.id, unique_key: reindexLibrary.name },
  )
  return getJobState(ctx, { job_id })
}

/** Converts a row to an import as clients see it. */
function toImportRun(row: imports.ImportRow): ImportRun {
  const {
    owner_id: _owner,
    path: _path,
    mapping: _mapping,
    resume_offset: _offset,
    resume_line: _line,
    ...run
  } = row
  const numbers = Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, Number(row[name])]))
  return { ...run, ...(numbers as Record<(typeof NUMBER_COLUMNS)[number], number>) }
}
