import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type FileType, recogniseFile } from '@scinav/documents'
import { type Context, transact } from '../../platform/context/context.ts'
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

/** Bytes that are stored, ours or the same that were there before. */
export type StoredBytes = Awaited<ReturnType<typeof files.findOrInsertBytes>>

/**
 * Makes what was uploaded stored bytes, in one transaction with what `record` says of them. Bytes lie where they belong
 * before anything speaks of them, so that nothing is ever without its bytes; what throws leaves the upload as it was.
 */
export async function promoteUpload<Result>(
  ctx: Context,
  upload: UploadedFile,
  record: (ctx: Context, bytes: StoredBytes, type: FileType) => Promise<Result>,
): Promise<Result> {
  const { type, ...placed } = await withLocalUpload(ctx, upload.id, async (path) => ({
    type: await recogniseFile(path, upload.name),
    ...(await moveIntoStore(ctx, path)),
  }))
  const own = { ...placed, mime: type.mime, size_bytes: upload.size, created_at: ctx.now().toISOString() }
  const { bytes, result } = await transact(ctx, async (ctx) => {
    await consumeUpload(ctx, upload.id)
    const bytes = await files.findOrInsertBytes(ctx.db, own)
    return { bytes, result: await record(ctx, bytes, type) }
  }).catch(async (error) => {
    await ctx.providers.files.remove(storagePath(own.id))
    throw error
  })
  if (bytes.id !== own.id) await repairBytes(ctx, bytes, own.id)
  await discardUpload(ctx, upload.id)
  return result
}

async function moveIntoStore(ctx: Context, path: string) {
  const sha256 = await hashFile(path)
  const id = ctx.newId()
  await ctx.providers.files.adopt(storagePath(id), path)
  return { id, sha256 }
}

/** The same bytes were there already: ours go, unless those were lost. */
async function repairBytes(ctx: Context, bytes: StoredBytes, own: string): Promise<void> {
  const { files } = ctx.providers
  const there = await files.open(storagePath(bytes.id))
  if (there?.size !== Number(bytes.size_bytes))
    await files.lend(storagePath(own), (path) => files.adopt(storagePath(bytes.id), path))
  await files.remove(storagePath(own))
}

/** For whom something is stored. */
type StorageContext = Pick<Context, 'db' | 'config'> & { actor: Pick<Context['actor'], 'id'> }

/** Bytes that a person may still store. */
export async function remainingStorage(ctx: StorageContext): Promise<number> {
  return ctx.config.FILES_TOTAL_MB - (await files.sumUserBytes(ctx.db, ctx.actor.id))
}

/** @throws AppError `file.too_much` where so many bytes more are more than a person may store. */
export async function requireStorage(ctx: StorageContext, size: number): Promise<void> {
  if ((await remainingStorage(ctx)) < size)
    throw new AppError('file.too_much', { limit: formatSize(ctx.config.FILES_TOTAL_MB) })
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A file of the caller's over stored bytes. */
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
