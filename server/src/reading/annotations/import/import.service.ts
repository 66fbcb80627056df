import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../../platform/context/context.ts'
import { invalidInput } from '../../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import type { Form } from '../../../platform/foundation/form.ts'
import { placeQuotes, type Readable, requireReadable } from '../../reader/index.ts'
import { ANCHOR_BATCH_SIZE, anchorAtPlace, unresolvedAnchor } from '../marks/anchor.ts'
import { requireAnnotationQuota } from '../marks/annotation.service.ts'
import * as store from '../marks/annotation.store.ts'
import { annotationScope } from '../marks/reanchor.ts'
import { type ImportedAnnotation, readAnnotations } from './read-file.ts'

type Import = (typeof api.annotations)['import']

/** Maximum number of rows, and of characters, written before other tasks get a turn. */
const MAX_BATCH_ROWS = 400
const MAX_BATCH_CHARS = 400_000

/**
 * Imports the annotations of a file as private annotations of the caller, each placed at its quotation. Annotations
 * that the caller already has, with the same text at the same place, are skipped, so that importing a file twice
 * changes nothing.
 *
 * Returns how many were `added`, `skipped` because they are known, and `refused` because they are invalid, with the
 * first of these in `problems`; `lost` counts the added ones whose place was not found.
 *
 * @throws AppError as `requireReadable`; `input.invalid` for other files; `annotation.too_many`.
 */
export async function importAnnotations(
  ctx: Context,
  { format, ...target }: ParsedInputOf<Import>,
  { files }: Form,
): Promise<OutputOf<Import>> {
  await requireReadable(ctx, target)
  const { annotations, refused, problems } = await readForm(files, format)
  const asPrivate = annotations.map((each): ImportedAnnotation => ({ ...each, visibility: 'private' }))
  return { ...(await storeAnnotations(ctx, target, asPrivate)), refused, problems }
}

/** Reads the annotations of the file in a form, which the contract limits to one. */
async function readForm(files: Form['files'], format: ParsedInputOf<Import>['format']) {
  let content: Awaited<ReturnType<typeof readAnnotations>> | undefined
  for await (const { bytes } of files) content = await readAnnotations(bytes, format)
  if (!content) throw invalidInput('file', '请选择一个文件')
  return content
}

/**
 * Imports the annotations of a document from the archive of a knowledge base; those shared with the dataset stay
 * shared. The document need not be parsed yet: the annotations are placed once it is.
 *
 * @param afterInsert further work in the same transaction; `added` is the number of annotations that were added.
 */
export async function importArchivedAnnotations(
  ctx: Context,
  { document_id, bytes }: { document_id: string; bytes: AsyncIterable<Uint8Array> },
  afterInsert: (ctx: Context, added: number) => Promise<void>,
): Promise<{ refused: number }> {
  const { annotations, refused } = await readAnnotations(bytes, 'w3c')
  await storeAnnotations(ctx, { document_id }, annotations, afterInsert)
  return { refused }
}

/** Places annotations in the text and inserts those that the caller does not have yet, all or none. */
async function storeAnnotations(
  ctx: Context,
  target: { document_id?: string | undefined; paper_id?: string | undefined },
  annotations: ImportedAnnotation[],
  afterInsert: (ctx: Context, added: number) => Promise<void> = async () => {},
): Promise<Omit<OutputOf<Import>, 'refused' | 'problems'>> {
  const readable = await requireReadable(ctx, target)
  const { rows, skipped } = await withoutKnown(
    await buildRows(ctx, readable, annotations),
    await loadKnownKeys(ctx, readable),
  )
  await transact(ctx, async (ctx) => {
    await requireAnnotationQuota(ctx, readable, rows.length)
    for (const batch of splitBatches(rows)) {
      await store.insert(ctx.db, batch)
      await yieldToEventLoop()
    }
    await afterInsert(ctx, rows.length)
  })
  return { added: rows.length, skipped, lost: rows.filter(({ anchor }) => anchor === 'lost').length }
}

/** Returns the approximate length of a row, in characters. */
const rowSize = ({ quote, comment, boxes }: store.AnnotationRow): number =>
  quote.length + comment.length + boxes.length

/** Splits rows into batches that are written quickly, whatever their lengths. */
function* splitBatches(rows: store.AnnotationRow[]): Generator<store.AnnotationRow[]> {
  let batch: store.AnnotationRow[] = []
  let size = 0
  for (const row of rows) {
    batch.push(row)
    size += rowSize(row)
    if (batch.length < MAX_BATCH_ROWS && size < MAX_BATCH_CHARS) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/** Builds the rows of imported annotations, each placed at its quotation where the text has it. */
async function buildRows(
  ctx: Context,
  readable: Readable,
  annotations: ImportedAnnotation[],
): Promise<store.AnnotationRow[]> {
  const { text } = readable
  const places = text ? await placeQuotes(ctx, text, annotations) : []
  const rows: store.AnnotationRow[] = []
  for (const [at, each] of annotations.entries()) {
    const place = each.quote.trim() === '' ? null : places[at]
    const row = buildRow(ctx, readable, each)
    rows.push(
      text && place ? { ...row, ...(await anchorAtPlace(ctx, text, place)), ...boxColumns(each) } : row,
    )
    if ((at + 1) % ANCHOR_BATCH_SIZE === 0) await yieldToEventLoop()
  }
  return rows
}

/** Returns the columns by which the boxes of the file replace those of the place found in the text. */
const boxColumns = ({ boxes, page }: ImportedAnnotation) =>
  boxes.length > 0 ? { boxes: JSON.stringify(boxes), page: page ?? boxes[0]?.page ?? null } : {}

/** Builds the row of an imported annotation, whose place has not been sought yet. */
function buildRow(
  ctx: Context,
  { target, text }: Readable,
  imported: ImportedAnnotation,
): store.AnnotationRow {
  const created_at = ctx.now().toISOString()
  return {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    ...target,
    ...unresolvedAnchor(imported, text),
    colour: imported.colour,
    comment: imported.comment,
    tags: JSON.stringify(imported.tags),
    visibility: imported.visibility,
    created_at,
    updated_at: created_at,
  }
}

/** Returns a key that is equal for equal annotations; boxes count only where no offset tells the place. */
const annotationKey = ({
  page,
  start_at,
  quote,
  boxes,
  comment,
  colour,
  tags,
}: store.AnnotationRow): string =>
  JSON.stringify([page, start_at, quote, start_at === null ? boxes : '', comment, colour, tags])

/** Returns the keys of the caller's own annotations of a target. */
async function loadKnownKeys(ctx: Context, readable: Readable): Promise<Set<string>> {
  const known = new Set<string>()
  for await (const rows of store.listInBatches(ctx.db, annotationScope(ctx.actor.id, readable), true)) {
    for (const row of rows) known.add(annotationKey(row))
    await yieldToEventLoop()
  }
  return known
}

/** Returns the rows that are not among the known ones, each once, and how many were left out. */
async function withoutKnown(imported: store.AnnotationRow[], known: Set<string>) {
  const rows: store.AnnotationRow[] = []
  for (const batch of splitBatches(imported)) {
    for (const row of batch) {
      const key = annotationKey(row)
      if (!known.has(key)) rows.push(row)
      known.add(key)
    }
    await yieldToEventLoop()
  }
  return { rows, skipped: imported.length - rows.length }
}
