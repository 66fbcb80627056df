import { Readable } from 'node:stream'
import { type Archive, UnreadableDocument } from '@scinav/documents'
import { restoreExclusions } from '../../documents/parse-results/index.ts'
import { placeInBase } from '../../knowledge/datasets/index.ts'
import { addArchivedFile, addWork, bindWork, fitRecord } from '../../knowledge/ingestion/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { importArchivedAnnotations } from '../../reading/annotations/index.ts'
import * as archives from '../archive/archive.store.ts'
import type { ArchivedDocument } from '../archive/format.ts'
import { type ImportLine, InvalidArchive, readEntry } from './read-archive.ts'

/** An import in progress: the archive and its target. */
export interface BaseImportRun {
  import_id: string
  dataset_id: string
  archive: Archive
  /** Ids of folders and tags by their keys in the archive. */
  places: { folders: Record<string, string>; tags: Record<string, string> }
}

/** What became of one line of the archive; the table explains its fields (`BaseImportItemsTable`). */
type ImportItem = Omit<archives.ItemRow, 'import_id'>

/** Maximum size in bytes of a document's annotations, the same as for an annotation file. */
const MAX_ANNOTATION_BYTES = 12 * 1024 * 1024

/**
 * Returns the reason of a failure for the user.
 *
 * @throws the error itself when the archive is not its cause.
 */
export function failureReason(error: unknown): string {
  if (error instanceof AppError) {
    const [issue] = (error.details.issues ?? []) as { message: string }[]
    return issue?.message ?? error.message
  }
  if (error instanceof UnreadableDocument || error instanceof InvalidArchive) return error.message
  throw error
}

/**
 * Returns whether an error ends the whole import, since it would recur with every other document: the dataset is
 * deleted or read-only, or nothing can be stored.
 */
const endsImport = (error: unknown) =>
  error instanceof AppError &&
  /^(?:dataset|project|server)\.|^disk\.full$|^storage\.unavailable$/.test(error.id)

/**
 * Adds the document of one line and records the outcome; a document that cannot be added is recorded as failed, with
 * the reason.
 *
 * @throws an error that ends the whole import.
 */
export async function addDocument(ctx: Context, run: BaseImportRun, line: ImportLine): Promise<ImportItem> {
  const failure = { item: line.item, document_id: null, marks: null, outcome: 'failed' } as const
  if ('fault' in line)
    return recordItem(ctx, run, { ...failure, name: `第 ${line.item} 份`, reason: line.fault })
  const { name } = line.document
  try {
    return line.document.type === 'file'
      ? await addFile(ctx, run, line.item, line.document)
      : await addPaper(ctx, run, line.item, line.document)
  } catch (error) {
    if (endsImport(error)) throw error
    return recordItem(ctx, run, { ...failure, name, reason: failureReason(error) })
  }
}

/** Stores the outcome of a line and returns it. */
async function recordItem(
  ctx: Pick<Context, 'db'>,
  { import_id }: BaseImportRun,
  item: ImportItem,
): Promise<ImportItem> {
  await archives.insertItem(ctx.db, { import_id, ...item })
  return item
}

/**
 * Adds a file from its bytes in the archive and verifies the stated hash. A hash without bytes never gives access to
 * a file stored on the server.
 */
async function addFile(
  ctx: Context,
  run: BaseImportRun,
  item: number,
  document: ArchivedDocument,
): Promise<ImportItem> {
  const { archive, dataset_id } = run
  const { file, name, named_by_hand, work } = document
  if (!file?.path) throw new InvalidArchive('导出时服务器上找不到这个文件的内容，包里没有它')
  if (!archive.has(file.path)) throw new InvalidArchive('压缩包里没有这个文件')
  // Set by the callback, which runs within the transaction that adds the file.
  let recorded: ImportItem | undefined
  const target = { dataset_id, name, named_by_hand, size: file.size }
  await addArchivedFile(ctx, target, Readable.from(archive.stream(file.path)), async (ctx, added, bytes) => {
    if (bytes.sha256 !== file.sha256) throw new InvalidArchive('文件的内容与导出时不同，可能已损坏')
    const { document_id } = added
    const reason = work ? await bindWork(ctx, document_id, work) : null
    await placeDocument(ctx, run, document_id, document)
    await restoreExclusions(ctx, document_id, document.left_out)
    const outcome = added.outcome === 'added' ? 'added' : 'joined'
    recorded = await recordItem(ctx, run, { item, name, document_id, outcome, reason, marks: null })
  })
  if (!recorded) throw new InvalidArchive('文件没有导入')
  return recorded
}

/** Adds a document without a file from its record. */
function addPaper(
  ctx: Context,
  run: BaseImportRun,
  item: number,
  document: ArchivedDocument,
): Promise<ImportItem> {
  const { name, work } = document
  if (!work) throw new InvalidArchive('清单里没有它的题录')
  return transact(ctx, async (ctx) => {
    const target = { dataset_id: run.dataset_id, creator_id: ctx.actor.id }
    const fitted = fitRecord(work)
    const { document_id, isNew } = await addWork(ctx, target, { name, work: fitted.work })
    await placeDocument(ctx, run, document_id, document)
    const outcome = isNew ? 'added' : 'joined'
    const reason = fitted.isCut ? '题录超过 64 KB，过长的部分没有导入' : null
    return recordItem(ctx, run, { item, name, document_id, outcome, reason, marks: null })
  })
}

/** Puts a document into the folders and tags of its line; keys that the manifest lacks are skipped. */
function placeDocument(
  ctx: Context,
  { dataset_id, places }: BaseImportRun,
  document_id: string,
  { folders, tags }: ArchivedDocument,
): Promise<void> {
  const idsOf = (keys: string[], ids: Record<string, string>) =>
    keys.flatMap((key) => (Object.hasOwn(ids, key) ? (ids[key] ?? []) : []))
  return placeInBase(ctx, dataset_id, document_id, {
    folder_ids: idsOf(folders, places.folders),
    tag_ids: idsOf(tags, places.tags),
  })
}

/**
 * Imports the annotations of a document from the archive entry `entry`; what fails becomes a remark on the item. Items
 * without a document are skipped. The caller makes sure that it happens once per item.
 *
 * @throws an error that ends the whole import.
 */
export async function addAnnotations(
  ctx: Context,
  { archive, import_id }: BaseImportRun,
  { item, document_id, reason }: Pick<ImportItem, 'item' | 'document_id' | 'reason'>,
  entry: string,
): Promise<void> {
  if (document_id === null) return
  const row = { import_id, item }
  /** Stores a remark after the one that the item has; `marks`, the number of annotations added, stays if omitted. */
  const addRemark = (remark: string, marks?: number) =>
    archives.updateItem(ctx.db, row, {
      reason: reason ? `${reason}；${remark}` : remark,
      ...(marks !== undefined && { marks }),
    })
  try {
    if (!archive.has(entry)) throw new InvalidArchive('压缩包里没有它们')
    const bytes = readEntry(archive, entry, MAX_ANNOTATION_BYTES)
    const { refused } = await importArchivedAnnotations(ctx, { document_id, bytes }, (ctx, added) =>
      archives.updateItem(ctx.db, row, { marks: added }),
    )
    if (refused > 0) await addRemark(`${refused} 条批注不完整，没有导入`)
  } catch (error) {
    if (endsImport(error)) throw error
    await addRemark(`批注没有导入：${failureReason(error)}`, 0)
  }
}
