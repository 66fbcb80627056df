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
import { LostParse, storeParsed } from './store-parsed.ts'

/** Interval at which progress is saved, in milliseconds: frequent enough to follow, but each time is a write. */
const SAVE_INTERVAL_MS = 1_000

/**
 * Parses one file and stores the result or the reason of its failure. An aborted run leaves nothing visible.
 *
 * @throws the error when neither could be stored, or when the file did not cause it; the lease then expires.
 */
export async function runParse(
  ctx: BaseContext,
  parse: ParseRow,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const run = { id: parse.id, lease, signal }
  const progress = createProgressSaver(ctx, (latest) => reportProgress(ctx, run, latest))
  try {
    const parsed = await withLocalFile(ctx, parse, (file) =>
      ctx.providers.parsing.parse(
        { id: ctx.newId(), parse_id: parse.id, owner_id: parse.owner_id, ...file },
        { signal, report: progress.report },
      ),
    )
    if (!parsed) throw new UnreadableDocument('damaged', '服务器上找不到这个文件的内容，请重新上传')
    await progress.end()
    try {
      await storeParsed(ctx, run, parsed)
    } finally {
      await parsed.discard()
    }
  } catch (error) {
    await progress.end()
    if (signal.aborted || error instanceof LostParse) return
    if (isStorageUnavailable(error)) return requeueParses(ctx, [lease])
    const fault = asUnreadable(error)
    ctx.log.info({ err: error, parse_id: parse.id }, 'a file could not be parsed')
    await transact(ctx, (ctx) => failLeasedParse(ctx, lease, fault))
  }
}

/** A local copy of the bytes to parse. */
interface LocalFile {
  path: string
  name: string
  /** Returns the structure of a PDF from the structure service; null when the service gives none. */
  structure?: (signal: AbortSignal) => Promise<Uint8Array | null>
}

/** Runs `use` with a local copy of the bytes, named by their type; returns null when the bytes are missing. */
async function withLocalFile<Result>(
  ctx: BaseContext,
  { bytes_id }: ParseRow,
  use: (file: LocalFile) => Promise<Result>,
): Promise<Result | null> {
  return ctx.providers.files.withLocalFile(storagePath(bytes_id), async (path) => {
    const mime = await documents.findMime(ctx.db, bytes_id)
    return use({ path, name: plainFileName(mime), ...structureReader(ctx, path, mime) })
  })
}

/** Returns a reader of the document structure by the structure service, for PDFs and if one is configured. */
function structureReader(
  { providers }: BaseContext,
  path: string,
  mime: string,
): Pick<LocalFile, 'structure'> {
  const engine = providers.structure
  if (!engine || mime !== 'application/pdf') return {}
  return { structure: (signal) => engine.structureOf(path, signal) }
}

/** Returns whether the file store cannot be reached; the file then waits, and the attempt does not count. */
const isStorageUnavailable = (error: unknown) =>
  error instanceof AppError && error.id === 'storage.unavailable'

/**
 * Converts an error to the fault of an unreadable file.
 *
 * @throws the error itself when the file is not its cause (disk, database); the parse is retried when the lease has
 * expired.
 */
function asUnreadable(error: unknown): UnreadableDocument {
  if (error instanceof UnreadableDocument) return error
  if (error instanceof AppError && error.id === 'storage.damaged')
    return new UnreadableDocument('damaged', '服务器上这个文件的内容已损坏，请重新上传')
  throw error
}

/**
 * Creates a receiver of progress that saves the latest once per interval, one save after the other. Call `end` before
 * anything else is written; it may be called more than once.
 */
function createProgressSaver({ log }: BaseContext, save: (progress: ParseProgress) => Promise<void>) {
  let latest: ParseProgress | null = null
  let saving: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    if (!latest) return
    const progress = latest
    latest = null
    saving = saving
      .then(() => save(progress))
      .catch((error) => log.warn({ err: error }, 'the progress of a parse could not be saved'))
  }, SAVE_INTERVAL_MS).unref()
  return {
    report: (progress: ParseProgress) => {
      latest = progress
    },
    end: async () => {
      clearInterval(timer)
      await saving
    },
  }
}
