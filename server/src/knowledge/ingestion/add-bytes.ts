import type { FileType } from '@scinav/documents'
import { awaitParse, reinstateDocuments, requestParse } from '../../documents/parse-results/index.ts'
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

/** Where a file is put: below a folder, in those that `path` names. */
interface IngestionTarget {
  dataset_id: string
  folder_id: string | null
  /** The file's path in a dropped folder; its last part is the file itself. */
  path: string
  /** Whether a folder that has another file of this name refuses it. */
  refusesSameName?: boolean
}

export interface AddedDocument {
  document_id: string
  outcome: 'added' | 'duplicate' | 'restored'
  folder_id: string | null
}

interface IncomingBytes {
  bytes: StoredBytes
  type: FileType
  name: string
  /** One of a whole archive, of which a person brings in one at a time: it may wait behind more than single files may. */
  isArchived?: boolean
}

/**
 * Makes stored bytes a document of a dataset. Bytes that the dataset has already are that document, in one more folder;
 * those in its bin come back as they were. Run it in the transaction that stores the bytes.
 *
 * @throws AppError as `requireDataset`; `document.unknown_format`, `document.same_name`; `file.too_much`, `document.too_many_queued`.
 */
export async function addBytes(
  ctx: Context,
  target: IngestionTarget,
  arrival: IncomingBytes,
): Promise<AddedDocument> {
  const { dataset_id } = target
  await requireDataset(ctx, dataset_id, 'write')
  if (!arrival.type.kind && !arrival.type.fault)
    throw new AppError('document.unknown_format', { hint: arrival.type.hint ?? '' })
  const folders = target.path.split('/').slice(0, -1)
  const folder_id = await ensureFolderPath(ctx, dataset_id, target.folder_id, folders)
  const there = await documents.findByBytes(ctx.db, dataset_id, arrival.bytes.id)
  if (!there && target.refusesSameName) await requireNewName(ctx, dataset_id, folder_id, arrival.name)
  const added = there ? await reviveDocument(ctx, there) : await addNew(ctx, dataset_id, arrival)
  if (folder_id) await placeDocuments(ctx, folder_id, [added.document_id])
  await touchDataset(ctx, dataset_id)
  return { ...added, folder_id }
}

/** Refuses a name that a folder has already; of two files that come at once, the second waits for the first. */
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

/** What is there, or was: it comes back, and what has not become a document is tried again. */
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

/** Parses a document's bytes again. @throws AppError `document.too_many_queued`. */
export async function queueAgain(ctx: Context, row: documents.DocumentRow): Promise<void> {
  if (row.bytes_id === null) throw invalidInput('document_id', '这份文档没有文件')
  await requireQueueCapacity(ctx, 1)
  const bytes = { id: row.bytes_id, mime: row.mime ?? '' }
  await awaitParse(ctx, row, await requestParse(ctx, bytes, ctx.actor.id))
}

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
  await awaitParse(ctx, row, parse)
  if (parse.state === 'ready' && isReferenceFile(bytes.mime)) await requestReferences(ctx, [row])
  return { document_id: row.id, outcome: 'added' }
}
