import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { mayEdit, requireDataset, roleOf } from '../../../knowledge/datasets/index.ts'
import { type Context, transact, transactReply } from '../../../platform/context/context.ts'
import { AppError, invalidInput } from '../../../platform/foundation/errors.ts'
import { type Readable, requireReadable } from '../../reader/index.ts'
import { resolveAnchor } from './anchor.ts'
import * as store from './annotation.store.ts'
import { annotationScope, reanchor } from './reanchor.ts'

type Annotations = typeof api.annotations
/** An annotation as returned by the API. */
export type Annotation = OutputOf<Annotations['create']>

/** Maximum number of annotations of a user on a document. */
const MAX_ANNOTATIONS = 10_000

/**
 * Returns the readable target, after all its annotations have been placed in the present text.
 *
 * @throws AppError as `requireReadable`.
 */
export async function requireAnchored(
  ctx: Context,
  input: { document_id?: string | undefined; paper_id?: string | undefined },
): Promise<Readable> {
  const readable = await requireReadable(ctx, input)
  if (readable.text) await reanchor(ctx, annotationScope(ctx.actor.id, readable), readable.text)
  return readable
}

/** Returns the documents of a dataset with annotations visible to the caller. */
export const findAnnotatedDocuments = (ctx: Context, dataset_id: string): Promise<Set<string>> =>
  store.findAnnotatedDocuments(ctx.db, ctx.actor.id, dataset_id)

/**
 * Returns part of the annotations visible to the caller, placed in the present text: at most `limit` after the first
 * `from`; `total` and `lost` count all of them and those without a place.
 *
 * @throws AppError as `requireReadable`.
 */
export async function listAnnotations(
  ctx: Context,
  input: ParsedInputOf<Annotations['list']>,
): Promise<OutputOf<Annotations['list']>> {
  const readable = await requireAnchored(ctx, input)
  const { mine, page_from, page_to, from, limit } = input
  const query = { ...annotationScope(ctx.actor.id, readable), mine, page_from, page_to, from, limit }
  const { list, total, lost } = await store.findPage(ctx.db, query)
  return { list: await toAnnotations(ctx, readable, list), total, lost }
}

/** Converts rows to annotations with their authors and the caller's rights, in the order of the rows. */
export async function toAnnotations(
  ctx: Context,
  readable: Pick<Readable, 'target' | 'document'>,
  rows: store.AnnotationRow[],
): Promise<Annotation[]> {
  const names = await store.findUserNames(
    ctx.db,
    rows.map(({ user_id }) => user_id),
  )
  const isManager = await managesDataset(ctx, readable)
  return rows.map(({ user_id, parse_id, start_at, end_at, ...row }) => ({
    ...row,
    version: parse_id,
    boxes: JSON.parse(row.boxes),
    start: start_at,
    end: end_at,
    // The value was validated when it was written.
    colour: row.colour as Annotation['colour'],
    tags: JSON.parse(row.tags),
    creator: { id: user_id, nick_name: names.get(user_id) ?? '' },
    is_mine: user_id === ctx.actor.id,
    may_delete: user_id === ctx.actor.id || isManager,
  }))
}

/** Returns whether the caller may edit the dataset of a document; false for a paper. */
async function managesDataset(
  ctx: Context,
  { target, document }: Pick<Readable, 'target' | 'document'>,
): Promise<boolean> {
  if (target.document_id === null || !document) return false
  return mayEdit(roleOf(await requireDataset(ctx, document.dataset_id, 'read'), ctx.actor))
}

/**
 * Creates an annotation on a target that the caller may read, placed at its quotation if the text has it.
 *
 * @throws AppError as `requireReadable`; `input.invalid` for sharing one of a paper; `dataset.not_allowed` when a
 * user who may only read wants to share it; `annotation.too_many`.
 */
export async function createAnnotation(
  ctx: Context,
  input: ParsedInputOf<Annotations['create']>,
): Promise<Annotation> {
  const readable = await requireReadable(ctx, input)
  await requireMayShare(ctx, readable, input.visibility)
  const anchored = await resolveAnchor(ctx, readable, input)
  const created_at = ctx.now().toISOString()
  const row: store.AnnotationRow = {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    ...readable.target,
    ...anchored,
    colour: input.colour,
    comment: input.comment,
    tags: JSON.stringify(input.tags),
    visibility: input.visibility,
    created_at,
    updated_at: created_at,
  }
  return transactReply(ctx, async (ctx) => {
    await requireAnnotationQuota(ctx, readable, 1)
    await store.insert(ctx.db, [row])
    return toAnnotation(ctx, readable, row)
  })
}

async function toAnnotation(ctx: Context, readable: Readable, row: store.AnnotationRow): Promise<Annotation> {
  const [annotation] = await toAnnotations(ctx, readable, [row])
  if (!annotation) throw new AppError('annotation.not_found')
  return annotation
}

/**
 * Requires that a user may add `more` annotations to a target.
 *
 * @throws AppError `annotation.too_many` with the `limit`.
 */
export async function requireAnnotationQuota(ctx: Context, readable: Readable, more: number): Promise<void> {
  if ((await store.countOwn(ctx.db, annotationScope(ctx.actor.id, readable))) + more > MAX_ANNOTATIONS)
    throw new AppError('annotation.too_many', { limit: MAX_ANNOTATIONS.toLocaleString('en-US') })
}

/**
 * Requires the right to write to the dataset for annotations shared with its readers.
 *
 * @throws AppError `dataset.not_allowed`; `input.invalid` for a target that is not a document.
 */
async function requireMayShare(
  ctx: Context,
  { target, document }: Readable,
  visibility: string,
): Promise<void> {
  if (visibility === 'private') return
  if (target.document_id === null || !document)
    throw invalidInput('visibility', '文献本身的批注只有您自己可见')
  await requireDataset(ctx, document.dataset_id, 'write')
}

/**
 * Returns the target of an annotation that is visible to the caller.
 *
 * @throws AppError `annotation.not_found`, also when the caller may no longer read the target.
 */
async function requireVisible(ctx: Context, row: store.AnnotationRow | undefined): Promise<Readable> {
  if (!row || (row.user_id !== ctx.actor.id && row.visibility === 'private'))
    throw new AppError('annotation.not_found')
  const target = { document_id: row.document_id ?? undefined, paper_id: row.paper_id ?? undefined }
  return requireReadable(ctx, target).catch((error) => {
    throw error instanceof AppError ? new AppError('annotation.not_found') : error
  })
}

/**
 * Updates an annotation of the caller; fields that are not given stay unchanged.
 *
 * @throws AppError `annotation.not_found`; `annotation.not_own` for a visible annotation of another user.
 */
export async function updateAnnotation(
  ctx: Context,
  { id, tags, colour, comment, visibility }: ParsedInputOf<Annotations['update']>,
): Promise<Annotation> {
  const { row, readable } = await transact(ctx, async (ctx) => {
    const [row] = await store.findByIds(ctx.db, [id])
    const readable = await requireVisible(ctx, row)
    if (row?.user_id !== ctx.actor.id) throw new AppError('annotation.not_own')
    if (visibility !== undefined) await requireMayShare(ctx, readable, visibility)
    const change = {
      ...(colour !== undefined && { colour }),
      ...(comment !== undefined && { comment }),
      ...(visibility !== undefined && { visibility }),
      ...(tags !== undefined && { tags: JSON.stringify(tags) }),
      updated_at: ctx.now().toISOString(),
    }
    await store.update(ctx.db, id, change)
    return { row: { ...row, ...change }, readable }
  })
  return toAnnotation(ctx, readable, row)
}

/**
 * Deletes all given annotations or none; users who may edit a dataset may delete annotations shared with it.
 *
 * @throws AppError as `updateAnnotation`.
 */
export async function removeAnnotations(ctx: Context, { ids }: ParsedInputOf<Annotations['remove']>) {
  return transact(ctx, async (ctx) => {
    const rows = await store.findByIds(ctx.db, ids)
    if (rows.length < new Set(ids).size) throw new AppError('annotation.not_found')
    const byTarget = Map.groupBy(rows, ({ document_id, paper_id }) => document_id ?? paper_id ?? '')
    for (const group of byTarget.values()) await requireRemovable(ctx, group)
    await store.remove(ctx.db, ids)
    return null
  })
}

/** Checks that the caller may delete the annotations of one document. */
async function requireRemovable(ctx: Context, rows: store.AnnotationRow[]): Promise<void> {
  const ofOthers = rows.filter(({ user_id }) => user_id !== ctx.actor.id)
  if (ofOthers.some(({ visibility }) => visibility === 'private')) throw new AppError('annotation.not_found')
  const readable = await requireVisible(ctx, rows[0])
  if (ofOthers.length > 0 && !(await managesDataset(ctx, readable))) throw new AppError('annotation.not_own')
}
