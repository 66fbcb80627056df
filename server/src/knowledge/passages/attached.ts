import { type Concept, fold, wordsIn } from '@scinav/search'
import { parseOfBytes, requestParse } from '../../documents/parse-results/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { pages } from '../../search/indexing/index.ts'
import * as store from './attached.store.ts'
import { titleOf } from './document-title.ts'
import { passageOf, type ReadPassage } from './passages.ts'

type AttachedFile = Awaited<ReturnType<typeof store.ownFiles>>[number]

/** A passage of a file that was attached to a question. */
export interface AttachedPassage {
  file_id: string
  parse_id: string
  name: string
  title: string
  passage: ReadPassage
}

/** The caller's own files. @throws AppError `file.not_found` for somebody else's, as for none. */
export async function ownFiles(ctx: Pick<Context, 'db' | 'actor'>, ids: string[]): Promise<AttachedFile[]> {
  const found = await store.ownFiles(ctx.db, ctx.actor.id, ids)
  if (found.length < new Set(ids).size) throw new AppError('file.not_found')
  return found
}

const LOOK_MS = 400
const WAIT_MS = 90_000

/**
 * Has attached files parsed and waits for it a while.
 *
 * @returns the names of those that say nothing: they cannot be read, or not yet.
 * @throws the signal's reason; AppError `file.not_found`.
 */
export async function awaitFiles(ctx: Context, ids: string[], signal: AbortSignal): Promise<string[]> {
  const files = await ownFiles(ctx, ids)
  for (const file of files) await transact(ctx, (ctx) => requestParse(ctx, bytesOf(file), ctx.actor.id))
  const until = performance.now() + WAIT_MS
  for (;;) {
    signal.throwIfAborted()
    const states = await Promise.all(files.map((file) => parseOfBytes(ctx, bytesOf(file))))
    const isOpen = states.some((parse) => parse && OPEN.has(parse.state))
    if (!isOpen || performance.now() > until)
      return files.filter((_, at) => states[at]?.state !== 'ready').map(({ name }) => name)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

const bytesOf = ({ bytes_id: id, mime }: AttachedFile) => ({ id, mime })
const OPEN: ReadonlySet<string> = new Set(['queued', 'parsing', 'indexing'])

/** Passages of one look: what is done between two looks stays short. */
const LOOKED = 100
/** So many of one file are looked through. */
const MOST_OF_A_FILE = 5_000

/**
 * The passages of attached files that say most of some concepts, best first. They are in no index: words are looked for
 * in the texts as they stand.
 */
export async function findInFiles(
  ctx: Pick<Context, 'db' | 'actor'>,
  concepts: Concept[],
  ids: string[],
  limit: number,
): Promise<AttachedPassage[]> {
  const found: { score: number; passage: AttachedPassage }[] = []
  const said = concepts.map(({ plan, weight }) => ({
    weight,
    words: wordsIn(plan).map((word) => word.replace(/^=/, '')),
  }))
  for (const file of await store.ownFiles(ctx.db, ctx.actor.id, ids)) {
    const parse = await parseOfBytes(ctx, bytesOf(file))
    if (parse?.state !== 'ready') continue
    const about = {
      file_id: file.id,
      parse_id: parse.id,
      name: file.name,
      title: titleOf(parse.facts, file.name),
    }
    const rows = pages<Row>(
      (last, most) => store.passagesFrom(ctx.db, parse.id, last ? last.ordinal + 1 : 0, most),
      LOOKED,
    )
    for await (const { rows: some } of rows) {
      for (const row of some)
        found.push({ score: sharedOf(row, said), passage: { ...about, passage: passageOf(row) } })
      found.sort((a, b) => b.score - a.score)
      found.splice(limit)
      if ((some.at(-1)?.ordinal ?? 0) > MOST_OF_A_FILE) break
    }
  }
  return found.map(({ passage }) => passage)
}

type Row = Awaited<ReturnType<typeof store.passagesFrom>>[number]

/** The weight of the concepts of which some word stands in a passage or its headings. */
function sharedOf({ body, headings }: Row, concepts: { weight: number; words: string[] }[]): number {
  const { text } = fold(`${headings} ${body}`, false)
  return concepts.reduce(
    (sum, { weight, words }) => (words.some((word) => text.includes(word)) ? sum + weight : sum),
    0,
  )
}
