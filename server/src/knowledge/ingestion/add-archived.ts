import type { Readable } from 'node:stream'
import type { Work } from '@scinav/contract'
import { promoteUpload, requireStorage, type StoredBytes } from '../../documents/storage/index.ts'
import { discardUpload, maxFileBytes, receiveFile } from '../../documents/uploads/index.ts'
import { matchPapers } from '../../library/import/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { addPaperDocuments, requireCapacity } from '../datasets/index.ts'
import { type AddedDocument, addBytes } from './add-bytes.ts'
import { fitRecord } from './document-record.ts'
import * as documents from './file-document.store.ts'
import { linkPaper } from './link-paper.ts'
import { buildRecordRow, requireRecordStorage } from './references.job.ts'

/** A file of an archive: its target and name, and the size stated by the archive. */
interface ArchivedFile {
  dataset_id: string
  name: string
  /** Whether a user has given the file its name, which is then shown instead of the title in the text. */
  named_by_hand: boolean
  /** In bytes. */
  size: number
}

/**
 * Adds a file of an archive as if a user had uploaded it, with the same checks of type and quota. `record` runs in the
 * same transaction; if it throws, nothing is added.
 *
 * @throws AppError as `addBytes` and the reception of uploads; `input.invalid` when the file is larger than the
 * archive states.
 */
export async function addArchivedFile(
  ctx: Context,
  { dataset_id, name, named_by_hand, size }: ArchivedFile,
  bytes: Readable,
  record: (ctx: Context, added: Omit<AddedDocument, 'folder_id'>, bytes: StoredBytes) => Promise<void>,
): Promise<void> {
  // The stated size is checked before unpacking; the actual size is checked again when the bytes have arrived.
  await requireStorage(ctx, size)
  const upload = await receiveFile(ctx, { name, maxBytes: size }, bytes).catch((error) => {
    const isLarger = error instanceof AppError && error.id === 'upload.too_large' && size <= maxFileBytes(ctx)
    throw isLarger ? invalidInput('file', '文件比清单里说的大，没有导入') : error
  })
  const target = { dataset_id, folder_id: null, path: '' }
  try {
    await promoteUpload(ctx, upload, async (ctx, bytes, type) => {
      const added = await addBytes(ctx, target, { bytes, type, name: upload.name, isArchived: true })
      const named = { name, named_by_hand: named_by_hand ? 1 : 0 } as const
      if (added.outcome === 'added') await documents.update(ctx.db, added.document_id, named)
      await record(ctx, added, bytes)
    })
  } catch (error) {
    await discardUpload(ctx, upload.id)
    throw error
  }
}

/**
 * Adds a work to a dataset: as the library's paper where there is one, else as a record that exists in this dataset
 * only. `isNew` is false when the dataset already had it. Must run in a transaction.
 *
 * @throws AppError `file.too_much` when a record exceeds the creator's storage quota; as `requireCapacity`.
 */
export async function addWork(
  ctx: BaseContext,
  target: { dataset_id: string; creator_id: string },
  { name, work }: { name: string; work: Work },
): Promise<{ document_id: string; isNew: boolean }> {
  const [paper_id] = await matchPapers(ctx, [work])
  const added = paper_id
    ? await addPaper(ctx, target, { paper_id, name })
    : await addRecord(ctx, target, { name, work })
  await requireCapacity(ctx, target.dataset_id)
  return added
}

/** Adds a paper of the library to a dataset; one that is there already is left as it is (`isNew`). */
async function addPaper(
  ctx: BaseContext,
  target: { dataset_id: string; creator_id: string },
  { paper_id, name }: { paper_id: string; name: string },
): Promise<{ document_id: string; isNew: boolean }> {
  const added = await addPaperDocuments(ctx, target, new Map([[paper_id, name]]))
  const [document_id] = await documents.findIdsByPapers(ctx.db, target.dataset_id, [paper_id])
  if (!document_id) throw new AppError('document.not_found')
  return { document_id, isNew: added.length > 0 }
}

/** Adds a record to a dataset; one of the same work is left as it is (`isNew`). */
async function addRecord(
  ctx: BaseContext,
  target: { dataset_id: string; creator_id: string },
  { name, work }: { name: string; work: Work },
): Promise<{ document_id: string; isNew: boolean }> {
  const row = buildRecordRow(ctx, target, work)
  await requireRecordStorage(ctx, target.creator_id, [row])
  const [document_id] = await documents.addRecords(ctx.db, target.dataset_id, [{ ...row, name }])
  if (!document_id) throw new AppError('document.not_found')
  return { document_id, isNew: document_id === row.id }
}

/**
 * Links a file of an archive to the library's paper of a work. Returns null on success, else the reason in Chinese;
 * without a matching paper the record is stored with the file.
 */
export async function bindWork(ctx: Context, document_id: string, work: Work): Promise<string | null> {
  const [paper_id] = await matchPapers(ctx, [work])
  if (!paper_id) {
    await keepRecord(ctx, document_id, work)
    return '没有与它对应的本馆文献，题录保留在文件上'
  }
  try {
    await linkPaper(ctx, document_id, paper_id)
    return null
  } catch (error) {
    if (error instanceof AppError && error.id === 'document.paper_has_file') return error.message
    throw error
  }
}

/** Stores a record with a file as if a user had entered it; one that a user has edited there is kept. */
async function keepRecord(ctx: Context, document_id: string, original: Work): Promise<void> {
  const row = await documents.find(ctx.db, document_id)
  if (!row || row.record_by_hand === 1) return
  const { work } = fitRecord(original)
  const record = JSON.stringify(work)
  await documents.update(ctx.db, document_id, {
    title: work.title,
    record,
    record_by_hand: 1,
    record_lookup: null,
  })
}
