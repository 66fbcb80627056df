import type { FileType } from '@scinav/documents'
import { awaitParse, documentsBack, requestParse } from '../../documents/parse-results/index.ts'
import { addFile, requireRoom, type StoredBytes } from '../../documents/storage/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError, invalid } from '../../platform/foundation/errors.ts'
import {
  folderOfPath,
  newDocument,
  placeDocuments,
  requireDataset,
  requireSpace,
  touch,
} from '../datasets/index.ts'
import * as documents from './file-document.store.ts'
import { requireQueue } from './quota.ts'
import { isReferences, requestReferences } from './references.job.ts'

/** Where a file is put: below a folder, in those that `path` names. */
interface Target {
  dataset_id: string
  folder_id: string | null
  /** The file's path in a dropped folder; its last part is the file itself. */
  path: string
  /** Whether a folder that has another file of this name refuses it. */
  refusesSameName?: boolean
}

export interface Added {
  document_id: string
  outcome: 'added' | 'duplicate' | 'restored'
  folder_id: string | null
}

interface Arrival {
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
export async function addBytes(ctx: Context, target: Target, arrival: Arrival): Promise<Added> {
  const { dataset_id } = target
  await requireDataset(ctx, dataset_id, 'write')
  if (!arrival.type.kind && !arrival.type.fault)
    throw new AppError('document.unknown_format', { hint: arrival.type.hint ?? '' })
  const folders = target.path.split('/').slice(0, -1)
  const folder_id = await folderOfPath(ctx, dataset_id, target.folder_id, folders)
  const there = await documents.ofBytes(ctx.db, dataset_id, arrival.bytes.id)
  if (!there && target.refusesSameName) await requireNewName(ctx, dataset_id, folder_id, arrival.name)
  const added = there ? await addAgain(ctx, there) : await addNew(ctx, dataset_id, arrival)
  if (folder_id) await placeDocuments(ctx, folder_id, [added.document_id])
  await touch(ctx, dataset_id)
  return { ...added, folder_id }
}

/** Refuses a name that a folder has already; of two files that come at once, the second waits for the first. */
async function requireNewName(
  ctx: Context,
  dataset_id: string,
  folder_id: string | null,
  name: string,
): Promise<void> {
  await touch(ctx, dataset_id)
  const named = await documents.namedFiles(ctx.db, dataset_id, [name])
  if (named.some((row) => row.folder_id === folder_id)) throw new AppError('document.same_name', { name })
}

/** What is there, or was: it comes back, and what has not become a document is tried again. */
async function addAgain(ctx: Context, row: documents.DocumentRow): Promise<Omit<Added, 'folder_id'>> {
  const isDeleted = row.deleted_at !== null
  if (isDeleted) {
    await documents.update(ctx.db, row.id, { deleted_at: null, updated_at: ctx.now().toISOString() })
    await documentsBack(ctx, [row.id])
  }
  if (row.parse_id === null && (row.state === 'failed' || row.state === 'cancelled'))
    await queueAgain(ctx, row)
  return { document_id: row.id, outcome: isDeleted ? 'restored' : 'duplicate' }
}

/** Parses a document's bytes again. @throws AppError `document.too_many_queued`. */
export async function queueAgain(ctx: Context, row: documents.DocumentRow): Promise<void> {
  if (row.bytes_id === null) throw invalid('document_id', '这份文档没有文件')
  await requireQueue(ctx, 1)
  const bytes = { id: row.bytes_id, mime: row.mime ?? '' }
  await awaitParse(ctx, row, await requestParse(ctx, bytes, ctx.actor.id))
}

async function addNew(
  ctx: Context,
  dataset_id: string,
  { bytes, name, isArchived = false }: Arrival,
): Promise<Omit<Added, 'folder_id'>> {
  const size_bytes = Number(bytes.size_bytes)
  await requireRoom(ctx, size_bytes)
  const parse = await requestParse(ctx, bytes, ctx.actor.id)
  if (parse.state !== 'ready' && !isArchived) await requireQueue(ctx, 1)
  const file = await addFile(ctx, bytes, name, 1)
  const row = newDocument(ctx, {
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
  await requireSpace(ctx, dataset_id)
  await awaitParse(ctx, row, parse)
  if (parse.state === 'ready' && isReferences(bytes.mime)) await requestReferences(ctx, [row])
  return { document_id: row.id, outcome: 'added' }
}
