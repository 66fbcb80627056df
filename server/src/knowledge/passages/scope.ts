import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { DatasetPart } from '../datasets/index.ts'
import * as store from './passage.store.ts'
import type { PassageScope } from './passages.ts'

type ReaderContext = Pick<Context, 'db' | 'actor'>

/** Who will read the texts. */
interface ModelAccess {
  /** Whether an outside model will; a dataset may restrict its texts to this installation. */
  outside: boolean
}

/** Returns whether the texts of a dataset may be read by the reader. */
const isOpenTo = ({ outside }: ModelAccess, { external_model_allowed }: { external_model_allowed: 0 | 1 }) =>
  !outside || external_model_allowed === 1

/** Maximum number of documents searched in a part of a dataset. */
const MAX_DOCUMENTS = 5_000

/** Returns a scope, or null when it contains no dataset or no document. */
const nonEmptyScope = (scope: PassageScope): PassageScope | null =>
  scope.dataset_ids.length === 0 || scope.document_ids?.length === 0 ? null : scope

/** Returns the scope of the files in all of the user's datasets or in some, or null when it is empty. */
export async function scopeOfDatasets(
  ctx: ReaderContext,
  dataset_ids: string[] | null,
  access: ModelAccess,
): Promise<PassageScope | null> {
  const bases = await store.findFileBases(ctx.db, ctx.actor.id, dataset_ids)
  return nonEmptyScope({ dataset_ids: bases.filter((each) => isOpenTo(access, each)).map(({ id }) => id) })
}

/**
 * Returns the scope of the files in a part of a dataset, null when it has none to search; `part.folder_ids` must name
 * the subfolders as well.
 */
export async function scopeOfPart(
  ctx: ReaderContext,
  dataset_id: string,
  part: DatasetPart,
  access: ModelAccess,
): Promise<PassageScope | null> {
  const base = await scopeOfDatasets(ctx, [dataset_id], access)
  return (
    base &&
    nonEmptyScope({
      ...base,
      document_ids: await store.findReadInPart(ctx.db, dataset_id, part, MAX_DOCUMENTS),
    })
  )
}

/** Returns the scope of those documents that are parsed files and that the user may read; null without any. */
export const scopeOfDocuments = async (ctx: ReaderContext, ids: string[], access: ModelAccess) =>
  passageScope(await store.filterReadyDocuments(ctx.db, ctx.actor.id, ids), access)

/** Returns the scope of the papers' full texts that the user may read; null without any. */
export const scopeOfPapers = async (ctx: ReaderContext, paper_ids: string[], access: ModelAccess) =>
  passageScope(await store.findReadyFullTexts(ctx.db, ctx.actor.id, paper_ids), access)

/** Returns the scope of those documents that are parsed and open to the reader; null without any. */
function passageScope(rows: store.ReadyDocumentRow[], access: ModelAccess): PassageScope | null {
  const open = rows.filter((each) => each.parse_id !== null && isOpenTo(access, each))
  return nonEmptyScope({
    dataset_ids: [...new Set(open.map(({ dataset_id }) => dataset_id))],
    document_ids: open.map(({ document_id }) => document_id),
  })
}

/**
 * Returns the names of documents by id.
 *
 * @throws AppError `document.not_found` when the caller may not read one of them.
 */
export async function requireReadableNames(ctx: ReaderContext, ids: string[]): Promise<Map<string, string>> {
  const found = await store.filterReadable(ctx.db, ctx.actor.id, ids)
  if (found.length < new Set(ids).size) throw new AppError('document.not_found')
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * Returns whether a user may currently read all of the documents; for long-running work during which rights may
 * change.
 */
export const mayReadDocuments = async ({ db }: Pick<Context, 'db'>, user_id: string, ids: string[]) =>
  (await store.filterReadable(db, user_id, ids)).length === new Set(ids).size

/** Returns whether the texts of all documents may be sent to an outside model. */
export const areOpenToModels = async (ctx: ReaderContext, document_ids: string[]): Promise<boolean> => {
  const found = await store.filterReadable(ctx.db, ctx.actor.id, document_ids)
  return (
    found.length === new Set(document_ids).size && found.every((each) => each.external_model_allowed === 1)
  )
}
