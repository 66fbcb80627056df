import type { FileType } from '@scinav/documents'
import { assignParse, reinstateDocuments, requestParse } from '../../documents/parse-results/index.ts'
import { createFileRow, requireStorage, type StoredBytes } from '../../documents/storage/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import {
  buildDocumentRow,
  ensureFolderPath,
  placeDocuments,
  requireCapacity,
  requireDataset,
  touchDataset,
} from '../datasets/index.ts'
import * as documents from './file-document.store.ts'
import { requireQueueCapacity } from './quota.ts'
import { isReferenceFile, requestReferences } from './references.job.ts'

/** The target of a file: a folder, and subfolders of it given by `path`. */
interface IngestionTarget {
  dataset_id: string
  /** Null for the top level. */
  folder_id: string | null
  /**
   * Path of the file in a dropped folder, `papers/2024/a.pdf`: its folders are created where missing, and the last
   * part is the file itself. '' for a single file.
   */
  path: string
  /** Whether to refuse a file when the folder contains another one with the same name. */
  refusesSameName?: boolean
}

/** The document of an added file: new, already in the dataset, or restored from its bin. */
export interface AddedDocument {
  document_id: string
  outcome: 'added' | 'duplicate' | 'restored'
  /** The folder in which it was placed; null for none. */
  folder_id: string | null
}

/** Stored bytes that become a document. */
interface IncomingBytes {
  bytes: StoredBytes
  type: FileType
  name: string
  /**
   * True for a file of an archive. Archives are imported one at a time per user, so their files are exempt from the
   * limit on queued documents.
   */
  isArchived?: boolean
}

/**
 * Adds stored bytes to a dataset as a document. If the dataset already has these bytes, their document is placed in
 * the folder as well; one in the bin is restored. Must run in the transaction that stores the bytes.
 *
 * @throws AppError as `requireDataset`; `document.unknown_format`, `document.same_name`; `file.too_much`,
 * `document.too_many_queued`.
 */
export async function addBytes(
  ctx: Context,
  target: IngestionTarget,
  incoming: IncomingBytes,
): Promise<AddedDocument> {
  const { dataset_id } = target
  await requireDataset(ctx, dataset_id, 'write')
  // A file that certainly cannot be read becomes a document as well, which shows its owner the reason.
  if (!incoming.type.kind && !incoming.type.fault)
    throw new AppError('document.unknown_format', { hint: incoming.type.hint ?? '' })
  const folders = target.path.split('/').slice(0, -1)
  const folder_id = await ensureFolderPath(ctx, dataset_id, target.folder_id, folders)
  const existing = await documents.findByBytes(ctx.db, dataset_id, incoming.bytes.id)
  if (!existing && target.refusesSameName) await requireNewName(ctx, dataset_id, folder_id, incoming.name)
  const added = existing ? await reviveDocument(ctx, existing) : await addNew(ctx, dataset_id, incoming)
  if (folder_id) await placeDocuments(ctx, folder_id, [added.document_id])
  await touchDataset(ctx, dataset_id)
  return { ...added, folder_id }
}

/**
 * Refuses a name that exists in the folder. Of two files added concurrently, the update of the dataset makes the
 * second wait for the first.
 *
 * @throws AppError `document.same_name`.
 */
async function requireNewName(
  ctx: Context,
  dataset_id: string,
  folder_id: string | null,
  name: string,
): Promise<void> {
  await touchDataset(ctx, dataset_id)
  const named = await documents.findFilesByName(ctx.db, dataset_id, [name])
  if (named.some((row) => row.folder_id === folder_id)) throw new AppError('document.same_name', { name })
}

/** Restores an existing document if it is deleted, and queues it again if its parse failed or was cancelled. */
async function reviveDocument(
  ctx: Context,
  row: documents.DocumentRow,
): Promise<Omit<AddedDocument, 'folder_id'>> {
  const isDeleted = row.deleted_at !== null
  if (isDeleted) {
    await documents.update(ctx.db, row.id, { deleted_at: null, updated_at: ctx.now().toISOString() })
    await reinstateDocuments(ctx, [row.id])
  }
  if (row.parse_id === null && (row.state === 'failed' || row.state === 'cancelled'))
    await queueAgain(ctx, row)
  return { document_id: row.id, outcome: isDeleted ? 'restored' : 'duplicate' }
}

/**
 * Queues a document's bytes for parsing again.
 *
 * @throws AppError `document.too_many_queued`; `input.invalid` when the document has no file.
 */
export async function queueAgain(ctx: Context, row: documents.DocumentRow): Promise<void> {
  if (row.bytes_id === null) throw invalidInput('document_id', '这份文档没有文件')
  await requireQueueCapacity(ctx, 1)
  const bytes = { id: row.bytes_id, mime: row.mime ?? '' }
  await assignParse(ctx, row, await requestParse(ctx, bytes, ctx.actor.id))
}

/** Creates the document of bytes that are new to the dataset. */
async function addNew(
  ctx: Context,
  dataset_id: string,
  { bytes, name, isArchived = false }: IncomingBytes,
): Promise<Omit<AddedDocument, 'folder_id'>> {
  const size_bytes = Number(bytes.size_bytes)
  await requireStorage(ctx, size_bytes)
  const parse = await requestParse(ctx, bytes, ctx.actor.id)
  if (parse.state !== 'ready' && !isArchived) await requireQueueCapacity(ctx, 1)
  const file = await createFileRow(ctx, bytes, name, 1)
  const row = buildDocumentRow(ctx, {
    dataset_id,
    type: 'file',
    file_id: file.id,
    bytes_id: bytes.id,
    name,
    mime: bytes.mime,
    size_bytes,
    creator_id: ctx.actor.id,
  })
  await documents.insert(ctx.db, row)
  await requireCapacity(ctx, dataset_id)
  await assignParse(ctx, row, parse)
  if (parse.state === 'ready' && isReferenceFile(bytes.mime)) await requestReferences(ctx, [row])
  return { document_id: row.id, outcome: 'added' }
}
