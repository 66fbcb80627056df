import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type FileType, recognizeFile } from '@scinav/documents'
import { type Context, transact } from '../../platform/context/context.ts'
import { spaceLimits } from '../../platform/context/space-limits.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import {
  consumeUpload,
  discardUpload,
  formatSize,
  type UploadedFile,
  withLocalUpload,
} from '../uploads/index.ts'
import * as files from './file.store.ts'
import { storagePath } from './stored-bytes.ts'

/** The row of stored bytes: new, or of identical bytes stored before. */
export type StoredBytes = Awaited<ReturnType<typeof files.findOrInsertBytes>>

/**
 * Promotes an upload: turns it into stored bytes, in one transaction with the changes that `record` makes. The bytes
 * are in place before any row refers to them, so that no row is ever without its bytes. When the transaction fails, the
 * upload stays as it was. The quota is not checked, see `requireStorage`.
 */
export async function promoteUpload<Result>(
  ctx: Context,
  upload: UploadedFile,
  record: (ctx: Context, bytes: StoredBytes, type: FileType) => Promise<Result>,
): Promise<Result> {
  const { type, ...copied } = await withLocalUpload(ctx, upload.id, async (path) => ({
    type: await recognizeFile(path, upload.name),
    ...(await copyIntoStore(ctx, path)),
  }))
  const newBytes = {
    ...copied,
    mime: type.mime,
    size_bytes: upload.size,
    created_at: ctx.now().toISOString(),
  }
  const { bytes, result } = await transact(ctx, async (ctx) => {
    // Deletes the row of the upload; `discardUpload` deletes its bytes once the transaction has succeeded.
    await consumeUpload(ctx, upload.id)
    const bytes = await files.findOrInsertBytes(ctx.db, newBytes)
    return { bytes, result: await record(ctx, bytes, type) }
  }).catch(async (error) => {
    await ctx.providers.files.remove(storagePath(newBytes.id))
    throw error
  })
  if (bytes.id !== newBytes.id) await discardCopy(ctx, bytes, newBytes.id)
  await discardUpload(ctx, upload.id)
  return result
}

/** Copies a file to its final path in the store; returns the id of the bytes and their SHA-256. */
async function copyIntoStore(ctx: Context, path: string) {
  const sha256 = await hashFile(path)
  const id = ctx.newId()
  await ctx.providers.files.putFile(storagePath(id), path)
  return { id, sha256 }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Deletes the new copy of bytes that were already stored, after restoring the stored ones from it if they were lost.
 */
async function discardCopy(ctx: Context, bytes: StoredBytes, copyId: string): Promise<void> {
  const store = ctx.providers.files
  const stored = await store.open(storagePath(bytes.id))
  if (stored?.size !== Number(bytes.size_bytes))
    await store.withLocalFile(storagePath(copyId), (path) => store.putFile(storagePath(bytes.id), path))
  await store.remove(storagePath(copyId))
}

/** A context with the user for whom something is stored. */
type StorageContext = Pick<Context, 'db' | 'config'> & { actor: Pick<Context['actor'], 'id'> }

/** Returns the number of bytes that a user may still store; negative after the quota has been lowered. */
export async function remainingStorage(ctx: StorageContext): Promise<number> {
  return spaceLimits(ctx.config).files_total - (await files.sumUserBytes(ctx.db, ctx.actor.id))
}

/**
 * Checks the storage quota of a user.
 *
 * @throws AppError `file.too_much` when `size` more bytes exceed it.
 */
export async function requireStorage(ctx: StorageContext, size: number): Promise<void> {
  if ((await remainingStorage(ctx)) < size)
    throw new AppError('file.too_much', { limit: formatSize(spaceLimits(ctx.config).files_total) })
}

/**
 * Inserts a file of the caller that refers to stored bytes.
 *
 * @param for_documents 1 for a file that exists only as long as a document uses it
 */
export async function createFileRow(
  ctx: Context,
  bytes: Pick<StoredBytes, 'id'>,
  name: string,
  for_documents: 0 | 1 = 0,
) {
  const created_at = ctx.now().toISOString()
  const file = { id: ctx.newId(), user_id: ctx.actor.id, bytes_id: bytes.id, name, created_at, for_documents }
  await files.insert(ctx.db, file)
  return file
}
