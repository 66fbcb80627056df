import { type Concept, fold, planWords } from '@scinav/search'
import { findParseOfBytes, requestParse } from '../../documents/parse-results/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { readPages } from '../../search/indexing/index.ts'
import { documentTitle } from './document-title.ts'
import * as store from './passage.store.ts'
import { parsePassageId, type ReadPassage, toReadPassage } from './passages.ts'

type AttachedFile = Awaited<ReturnType<typeof store.findOwnFiles>>[number]

/** Interval at which the state of parses is read, and the time after which files are no longer awaited. */
const POLL_INTERVAL_MS = 400
const PARSE_TIMEOUT_MS = 90_000
const UNFINISHED_STATES: ReadonlySet<string> = new Set(['queued', 'parsing', 'indexing'])
/** Passages per read, which keeps the work between two reads short. */
const BATCH_SIZE = 100
/** Approximate maximum number of passages searched per file. */
const MAX_PASSAGES_PER_FILE = 5_000

/** A passage of a file attached to a question. */
export interface AttachedPassage {
  file_id: string
  parse_id: string
  name: string
  title: string
  passage: ReadPassage
}

/**
 * Returns the caller's own files.
 *
 * @throws AppError `file.not_found` for missing files and for those of others.
 */
export async function requireOwnFiles(
  ctx: Pick<Context, 'db' | 'actor'>,
  ids: string[],
): Promise<AttachedFile[]> {
  const found = await store.findOwnFiles(ctx.db, ctx.actor.id, ids)
  if (found.length < new Set(ids).size) throw new AppError('file.not_found')
  return found
}

/**
 * Has attached files parsed and waits up to 90 seconds for them.
 *
 * @returns the names of files that are not ready, because they are unreadable or still being parsed.
 * @throws the signal's reason; AppError `file.not_found`.
 */
export async function awaitFiles(ctx: Context, ids: string[], signal: AbortSignal): Promise<string[]> {
  const files = await requireOwnFiles(ctx, ids)
  for (const file of files) await transact(ctx, (ctx) => requestParse(ctx, fileBytes(file), ctx.actor.id))
  const deadline = performance.now() + PARSE_TIMEOUT_MS
  for (;;) {
    signal.throwIfAborted()
    const states = await Promise.all(files.map((file) => findParseOfBytes(ctx, fileBytes(file))))
    const isWaiting = states.some((parse) => parse && UNFINISHED_STATES.has(parse.state))
    if (!isWaiting || performance.now() > deadline)
      return files.filter((_, at) => states[at]?.state !== 'ready').map(({ name }) => name)
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}

const fileBytes = ({ bytes_id: id, mime }: AttachedFile) => ({ id, mime })

/**
 * Returns the passages of the caller's attached files that contain the greatest weight of the concepts, best first, at
 * most `limit`. Attached files are in no index, so words are searched as substrings of the texts. Passages without any
 * of the words fill up the list; files that are not parsed, or not the caller's, are left out.
 */
export async function findInFiles(
  ctx: Pick<Context, 'db' | 'actor'>,
  concepts: Concept[],
  ids: string[],
  limit: number,
): Promise<AttachedPassage[]> {
  const found: { score: number; passage: AttachedPassage }[] = []
  const weighted = concepts.map(({ plan, weight }) => ({
    weight,
    // `=` marks a word that is searched in its exact form.
    words: planWords(plan).map((word) => word.replace(/^=/, '')),
  }))
  for (const file of await store.findOwnFiles(ctx.db, ctx.actor.id, ids)) {
    const parse = await findParseOfBytes(ctx, fileBytes(file))
    if (parse?.state !== 'ready') continue
    const source = {
      file_id: file.id,
      parse_id: parse.id,
      name: file.name,
      title: documentTitle(parse.facts, file.name),
    }
    const batches = readPages<PassageRow>(
      (last, size) => store.listPassagesFrom(ctx.db, parse.id, last ? last.ordinal + 1 : 0, size),
      BATCH_SIZE,
    )
    for await (const { rows: batch } of batches) {
      for (const row of batch)
        found.push({
          score: sharedWeight(row, weighted),
          passage: { ...source, passage: toReadPassage(row) },
        })
      // Only the best so far are kept in memory.
      found.sort((a, b) => b.score - a.score)
      found.splice(limit)
      if ((batch.at(-1)?.ordinal ?? 0) > MAX_PASSAGES_PER_FILE) break
    }
  }
  return found.map(({ passage }) => passage)
}

/**
 * Returns passages of the caller's own files by id, in no particular order; those of an older version are dropped.
 */
export async function findAttachedById(
  ctx: Pick<Context, 'db' | 'actor'>,
  ids: string[],
): Promise<AttachedPassage[]> {
  const places = ids.flatMap((id) => parsePassageId(id) ?? [])
  const byFile = Map.groupBy(places, ({ document_id }) => document_id)
  const found: AttachedPassage[] = []
  for (const file of await store.findOwnFiles(ctx.db, ctx.actor.id, [...byFile.keys()])) {
    const parse = await findParseOfBytes(ctx, fileBytes(file))
    const ordinals = (byFile.get(file.id) ?? []).flatMap(({ parse_id, ordinal }) =>
      parse_id === parse?.id ? ordinal : [],
    )
    if (!parse || ordinals.length === 0) continue
    const title = documentTitle(parse.facts, file.name)
    const source = { file_id: file.id, parse_id: parse.id, name: file.name, title }
    const rows = await store.findPassagesByOrdinal(ctx.db, [{ parse_id: parse.id, ordinals }])
    found.push(...rows.map((row) => ({ ...source, passage: toReadPassage(row) })))
  }
  return found
}

type PassageRow = Awaited<ReturnType<typeof store.listPassagesFrom>>[number]

/** Returns the total weight of the concepts that occur in a passage or its headings. */
function sharedWeight(
  { body, headings }: PassageRow,
  concepts: { weight: number; words: string[] }[],
): number {
  const { text } = fold(`${headings} ${body}`, false)
  return concepts.reduce(
    (sum, { weight, words }) => (words.some((word) => text.includes(word)) ? sum + weight : sum),
    0,
  )
}
