import { plainFileName, UnreadableDocument } from '@scinav/documents'
import {
  failLeasedParse,
  type ParseRow,
  reportProgress,
  requeueParses,
} from '../../documents/parse-results/index.ts'
import { storagePath } from '../../documents/storage/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ParseProgress } from '../../platform/providers/parsing.ts'
import * as documents from './file-document.store.ts'
import { LostParse } from './lost-parse.ts'
import { storeParsed } from './store-parsed.ts'

/** Often enough to be followed; every telling is a write. */
const REPORT_INTERVAL_MS = 1_000

/**
 * Parses one file and writes down what it says, or why it says nothing. What is given up on the way leaves nothing that
 * anybody sees.
 */
export async function runParse(
  ctx: BaseContext,
  parse: ParseRow,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const run = { id: parse.id, lease, signal }
  const told = createProgressReporter((progress) => reportProgress(ctx, run, progress), ctx)
  try {
    const parsed = await withLocalFile(ctx, parse, (file) =>
      ctx.providers.parsing.parse(
        { id: ctx.newId(), parse_id: parse.id, owner_id: parse.owner_id, ...file },
        { signal, report: told.report },
      ),
    )
    if (!parsed) throw new UnreadableDocument('damaged', '服务器上找不到这个文件的内容，请重新上传')
    await told.end()
    try {
      await storeParsed(ctx, run, parsed)
    } finally {
      await parsed.discard()
    }
  } catch (error) {
    await told.end()
    if (signal.aborted || error instanceof LostParse) return
    if (isStorageUnavailable(error)) return requeueParses(ctx, [lease])
    const fault = asUnreadable(error)
    ctx.log.info({ err: error, parse_id: parse.id }, 'a file could not be parsed')
    const { kind, message } = fault
    await transact(ctx, (ctx) => failLeasedParse(ctx, lease, { kind, message }))
  }
}

interface LocalFile {
  path: string
  name: string
  structure?: (signal: AbortSignal) => Promise<Uint8Array | null>
}

/** Of PDFs an engine outside may tell the structure. */
function structureReader(
  { providers }: BaseContext,
  path: string,
  mime: string,
): Pick<LocalFile, 'structure'> {
  const engine = providers.structure
  if (!engine || mime !== 'application/pdf') return {}
  return { structure: (signal) => engine.structureOf(path, signal) }
}

/** Where the bytes lie, under a name that says how they are meant; null where they are lost. */
async function withLocalFile<Result>(
  ctx: BaseContext,
  { bytes_id }: ParseRow,
  use: (file: LocalFile) => Promise<Result>,
): Promise<Result | null> {
  return ctx.providers.files.lend(storagePath(bytes_id), async (path) => {
    const mime = await documents.findMime(ctx.db, bytes_id)
    return use({ path, name: plainFileName(mime), ...structureReader(ctx, path, mime) })
  })
}

/** The store of files cannot be reached: the file waits until it can, and the attempt does not count. */
const isStorageUnavailable = (error: unknown) =>
  error instanceof AppError && error.id === 'storage.unavailable'

/** @throws what is not the file's fault (a disk, a database): it is tried again when the lease has run out. */
function asUnreadable(error: unknown): UnreadableDocument {
  if (error instanceof UnreadableDocument) return error
  if (error instanceof AppError && error.id === 'storage.damaged')
    return new UnreadableDocument('damaged', '服务器上这个文件的内容已损坏，请重新上传')
  throw error
}

/** Writes down how far it is: the last word of every second. */
function createProgressReporter(tell: (progress: ParseProgress) => Promise<void>, { log }: BaseContext) {
  let last: ParseProgress | null = null
  let telling: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    if (!last) return
    const said = last
    last = null
    telling = telling
      .then(() => tell(said))
      .catch((error) => log.warn({ err: error }, 'how far a parse is could not be saved'))
  }, REPORT_INTERVAL_MS).unref()
  return {
    report: (progress: ParseProgress) => {
      last = progress
    },
    end: async () => {
      clearInterval(timer)
      await telling
    },
  }
}
