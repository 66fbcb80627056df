import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../context/context.ts'
import { breath } from '../../foundation/breath.ts'
import { placeQuotes, type Readable, requireReadable } from '../../reading/index.ts'
import { ANCHORED_AT_ONCE, anchoredAt, bareOf } from '../marks/anchor.ts'
import { requireRoom } from '../marks/annotation.service.ts'
import * as store from '../marks/annotation.store.ts'
import { scopeOf } from '../marks/reanchor.ts'
import { type Given, readAnnotations } from './read-file.ts'

type Import = (typeof api.annotations)['import']

/** What one file may bring. */
const MOST = 10_000
/** Rows that are written before others have their turn. */
const WRITTEN_AT_ONCE = 400

/**
 * Takes the annotations of a file as private ones of the caller's, each where its quote stands. What the caller has
 * already, word for word at the same place, is passed over: a file that is imported twice changes nothing.
 *
 * @throws AppError `input.invalid` for another file; `annotation.too_many`.
 */
export async function importAnnotations(
  ctx: Context,
  input: ParsedInputOf<Import>,
): Promise<OutputOf<Import>> {
  const { given, refused } = await readAll(input)
  const asPrivate = given.map((each): Given => ({ ...each, visibility: 'private' }))
  return { ...(await putOn(ctx, input, asPrivate)), refused }
}

/**
 * The annotations of a document that an archive of a knowledge base brings: those that were shown to the dataset are
 * again. The document need not be parsed yet: they find their places once it is read.
 *
 * @param also what else happens with them, in one transaction
 */
export async function bringAnnotations(
  ctx: Context,
  { document_id, content }: { document_id: string; content: string },
  also: (ctx: Context, added: number) => Promise<void>,
): Promise<OutputOf<Import>> {
  const { given, refused } = await readAll({ content, format: 'w3c' })
  return { ...(await putOn(ctx, { document_id }, given, also)), refused }
}

async function putOn(
  ctx: Context,
  target: { document_id?: string | undefined; paper_id?: string | undefined },
  given: Given[],
  also: (ctx: Context, added: number) => Promise<void> = async () => {},
): Promise<Omit<OutputOf<Import>, 'refused'>> {
  const read = await requireReadable(ctx, target)
  const { rows, skipped } = withoutKnown(await rowsOf(ctx, read, given), await knownOf(ctx, read))
  await transact(ctx, async (ctx) => {
    await requireRoom(ctx, read, rows.length)
    for (let from = 0; from < rows.length; from += WRITTEN_AT_ONCE) {
      await store.insert(ctx.db, rows.slice(from, from + WRITTEN_AT_ONCE))
      await breath()
    }
    await also(ctx, rows.length)
  })
  return { added: rows.length, skipped, lost: rows.filter(({ anchor }) => anchor === 'lost').length }
}

async function readAll({ content, format }: Pick<ParsedInputOf<Import>, 'content' | 'format'>) {
  const given: Given[] = []
  let refused = 0
  for (const each of readAnnotations(content, format)) {
    if (each && given.length < MOST) given.push(each)
    else refused += 1
    if ((given.length + refused) % 100 === 0) await breath()
  }
  return { given, refused }
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

function withoutKnown(all: store.AnnotationRow[], known: Set<string>) {
  const rows = all.filter((row) => {
    const key = keyOf(row)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
  return { rows, skipped: all.length - rows.length }
}
