import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../../platform/context/context.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import { invalid } from '../../../platform/foundation/errors.ts'
import type { Form } from '../../../platform/foundation/form.ts'
import { placeQuotes, type Readable, requireReadable } from '../../reader/index.ts'
import { ANCHORED_AT_ONCE, anchoredAt, bareOf } from '../marks/anchor.ts'
import { requireRoom } from '../marks/annotation.service.ts'
import * as store from '../marks/annotation.store.ts'
import { scopeOf } from '../marks/reanchor.ts'
import { type Given, readAnnotations } from './read-file.ts'

type Import = (typeof api.annotations)['import']

/** Rows that are written before others have their turn, and signs of them. */
const WRITTEN_AT_ONCE = 400
const SIGNS_AT_ONCE = 400_000

/**
 * Takes the annotations of a file as private ones of the caller's, each where its quote stands. What the caller has
 * already, word for word at the same place, is passed over: a file that is imported twice changes nothing.
 *
 * @throws AppError as `requireReadable`; `input.invalid` for another file; `annotation.too_many`.
 */
export async function importAnnotations(
  ctx: Context,
  { format, ...target }: ParsedInputOf<Import>,
  { files }: Form,
): Promise<OutputOf<Import>> {
  await requireReadable(ctx, target)
  const { given, refused, problems } = await readForm(files, format)
  const asPrivate = given.map((each): Given => ({ ...each, visibility: 'private' }))
  return { ...(await putOn(ctx, target, asPrivate)), refused, problems }
}

async function readForm(files: Form['files'], format: ParsedInputOf<Import>['format']) {
  let read: Awaited<ReturnType<typeof readAnnotations>> | undefined
  for await (const { bytes } of files) read = await readAnnotations(bytes, format)
  if (!read) throw invalid('file', '请选择一个文件')
  return read
}

/**
 * The annotations of a document that an archive of a knowledge base brings: those that were shown to the dataset are
 * again. The document need not be parsed yet: they find their places once it is read.
 *
 * @param also what else happens with them, in one transaction
 */
export async function bringAnnotations(
  ctx: Context,
  { document_id, bytes }: { document_id: string; bytes: AsyncIterable<Uint8Array> },
  also: (ctx: Context, added: number) => Promise<void>,
): Promise<{ refused: number }> {
  const { given, refused } = await readAnnotations(bytes, 'w3c')
  await putOn(ctx, { document_id }, given, also)
  return { refused }
}

async function putOn(
  ctx: Context,
  target: { document_id?: string | undefined; paper_id?: string | undefined },
  given: Given[],
  also: (ctx: Context, added: number) => Promise<void> = async () => {},
): Promise<Omit<OutputOf<Import>, 'refused' | 'problems'>> {
  const read = await requireReadable(ctx, target)
  const { rows, skipped } = await withoutKnown(await rowsOf(ctx, read, given), await knownOf(ctx, read))
  await transact(ctx, async (ctx) => {
    await requireRoom(ctx, read, rows.length)
    for (const part of partsOf(rows)) {
      await store.insert(ctx.db, part)
      await breath()
    }
    await also(ctx, rows.length)
  })
  return { added: rows.length, skipped, lost: rows.filter(({ anchor }) => anchor === 'lost').length }
}

const sizeOf = ({ quote, comment, boxes }: store.AnnotationRow): number =>
  quote.length + comment.length + boxes.length

/** Rows in parts that are written quickly, however long each is. */
function* partsOf(rows: store.AnnotationRow[]): Generator<store.AnnotationRow[]> {
  let [part, size]: [store.AnnotationRow[], number] = [[], 0]
  for (const row of rows) {
    part.push(row)
    size += sizeOf(row)
    if (part.length < WRITTEN_AT_ONCE && size < SIGNS_AT_ONCE) continue
    yield part
    ;[part, size] = [[], 0]
  }
  if (part.length > 0) yield part
}

async function rowsOf(ctx: Context, read: Readable, given: Given[]): Promise<store.AnnotationRow[]> {
  const { text } = read
  const places = text ? await placeQuotes(ctx, text, given) : []
  const rows: store.AnnotationRow[] = []
  for (const [at, each] of given.entries()) {
    const place = each.quote.trim() === '' ? null : places[at]
    const row = rowOf(ctx, read, each)
    rows.push(text && place ? { ...row, ...(await anchoredAt(ctx, text, place)), ...givenBoxes(each) } : row)
    if ((at + 1) % ANCHORED_AT_ONCE === 0) await breath()
  }
  return rows
}

const givenBoxes = ({ boxes, page }: Given) =>
  boxes.length > 0 ? { boxes: JSON.stringify(boxes), page: page ?? boxes[0]?.page ?? null } : {}

function rowOf(ctx: Context, { target, text }: Readable, given: Given): store.AnnotationRow {
  const created_at = ctx.now().toISOString()
  return {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    ...target,
    ...bareOf(given, text),
    colour: given.colour,
    comment: given.comment,
    tags: JSON.stringify(given.tags),
    visibility: given.visibility,
    created_at,
    updated_at: created_at,
  }
}

/** What makes two annotations the same. */
const keyOf = ({ page, start_at, quote, boxes, comment, colour, tags }: store.AnnotationRow): string =>
  JSON.stringify([page, start_at, quote, start_at === null ? boxes : '', comment, colour, tags])

async function knownOf(ctx: Context, read: Readable): Promise<Set<string>> {
  const known = new Set<string>()
  for await (const rows of store.inSomeParts(ctx.db, scopeOf(ctx.actor.id, read), true)) {
    for (const row of rows) known.add(keyOf(row))
    await breath()
  }
  return known
}

async function withoutKnown(all: store.AnnotationRow[], known: Set<string>) {
  const rows: store.AnnotationRow[] = []
  for (const part of partsOf(all)) {
    for (const row of part) {
      const key = keyOf(row)
      if (!known.has(key)) rows.push(row)
      known.add(key)
    }
    await breath()
  }
  return { rows, skipped: all.length - rows.length }
}
