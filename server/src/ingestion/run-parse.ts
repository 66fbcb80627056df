import { plainName, UnreadableDocument } from '@scinav/documents'
import { type BaseContext, transact } from '../context/context.ts'
import { storedName } from '../files/index.ts'
import { failHeldParse, type ParseRow, tellProgress } from '../parses/index.ts'
import type { ParseProgress } from '../parsing/index.ts'
import * as documents from './file-document.store.ts'
import { LostParse } from './lost-parse.ts'
import { storeParsed } from './store-parsed.ts'

/** Often enough to be followed; every telling is a write. */
const TELL_MS = 1_000

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
  const told = teller((progress) => tellProgress(ctx, run, progress), ctx)
  try {
    const file = await fileOf(ctx, parse)
    const parsed = await ctx.providers.parsing.parse(
      { id: lease, owner_id: parse.owner_id, ...file },
      { signal, report: told.report },
    )
    await told.end()
    try {
      await storeParsed(ctx, run, parsed)
    } finally {
      await parsed.discard()
    }
  } catch (error) {
    await told.end()
    if (signal.aborted || error instanceof LostParse) return
    // What is not the file's fault (a disk, a database) is tried again when the lease has run out.
    if (!(error instanceof UnreadableDocument)) throw error
    ctx.log.info({ err: error, parse_id: parse.id }, 'a file could not be parsed')
    const { kind, message } = error
    await transact(ctx, (ctx) => failHeldParse(ctx, lease, { kind, message }))
  }
}

/** Where the bytes lie, under a name that says how they are meant. */
async function fileOf(ctx: BaseContext, { bytes_id }: ParseRow): Promise<{ path: string; name: string }> {
  const stored = storedName(bytes_id)
  if (!(await ctx.providers.files.open(stored)))
    throw new UnreadableDocument('damaged', '服务器上找不到这个文件的内容，请重新上传')
  const mime = await documents.mimeOf(ctx.db, bytes_id)
  return { path: ctx.providers.files.path(stored), name: plainName(mime) }
}

/** Writes down how far it is: the last word of every second. */
function teller(tell: (progress: ParseProgress) => Promise<void>, { log }: BaseContext) {
  let last: ParseProgress | null = null
  let telling: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    if (!last) return
    const said = last
    last = null
    telling = telling
      .then(() => tell(said))
      .catch((error) => log.warn({ err: error }, 'how far a parse is could not be saved'))
  }, TELL_MS).unref()
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
