import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import type { Form } from '../../platform/foundation/form.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { discardUpload, receiveFile, requireUploadedFile, type UploadedFile } from '../uploads/index.ts'
import * as files from './file.store.ts'
import { createFileRow, promoteUpload, requireStorage } from './promote-upload.ts'
import { removeBytesIfUnheld, storagePath } from './stored-bytes.ts'

type Files = typeof api.files
type FileView = OutputOf<Files['create']>

const toFile = ({ id, name, mime, size_bytes, sha256, created_at }: files.FileRow): FileView => ({
  id,
  name,
  mime,
  size_bytes: Number(size_bytes),
  sha256,
  created_at,
})

/**
 * Stores the file of a form.
 *
 * @throws AppError as uploads do; `input.invalid` without a file; `file.too_much` beyond the quota of the user.
 */
export async function createFile(ctx: Context, _input: object, { length, files }: Form): Promise<FileView> {
  // Before anything is received: a user without any storage left need not send the file.
  await requireStorage(ctx, 1)
  let upload: UploadedFile | undefined
  try {
    // Reads to the end of the form: one that breaks off has not delivered the whole file.
    for await (const { name, bytes } of files)
      upload = await receiveFile(ctx, { name, maxBytes: length }, bytes)
    if (!upload) throw invalidInput('file', '请选择一个文件')
    return await storeFile(ctx, upload)
  } catch (error) {
    if (upload) await discardUpload(ctx, upload.id)
    throw error
  }
}

/** Stores a file that was uploaded in parts. */
export async function createFileFromUpload(
  ctx: Context,
  { upload_id }: ParsedInputOf<Files['fromUpload']>,
): Promise<FileView> {
  return storeFile(ctx, await requireUploadedFile(ctx, upload_id))
}

function storeFile(ctx: Context, upload: UploadedFile): Promise<FileView> {
  return promoteUpload(ctx, upload, async (ctx, bytes) => {
    await requireStorage(ctx, upload.size)
    const file = toFile({ ...bytes, ...(await createFileRow(ctx, bytes, upload.name)) })
    await ctx.settle?.(ctx.db, file)
    return file
  })
}

/** @throws AppError `file.not_found`, also for a file of another user and for a thesis of a batch. */
async function requireOwnFile(ctx: Context, id: string): Promise<files.FileRow> {
  const row = await files.find(ctx.db, ctx.actor.id, id)
  if (!row || (await files.isThesis(ctx.db, id))) throw new AppError('file.not_found')
  return row
}

/**
 * Opens a file of the caller for download.
 *
 * @throws AppError `file.not_found`, also when its bytes are lost.
 */
export async function getFile(ctx: Context, { file_id }: ParsedInputOf<Files['read']>): Promise<FileReply> {
  const { bytes_id, name, mime, sha256 } = await requireOwnFile(ctx, file_id)
  const stored = await ctx.providers.files.open(storagePath(bytes_id))
  if (!stored) throw new AppError('file.not_found')
  return { ...stored, name, mime, etag: sha256 }
}

/**
 * Deletes a file of the caller.
 *
 * @throws AppError `file.not_found`; `file.in_use` with the documents that use it.
 */
export async function removeFile(ctx: Context, { file_id }: ParsedInputOf<Files['remove']>) {
  const bytes_id = await transact(ctx, async (ctx) => {
    const { bytes_id } = await requireOwnFile(ctx, file_id)
    const uses = await files.findUses(ctx.db, file_id)
    if (uses.length > 0) throw fileInUse(uses)
    await files.remove(ctx.db, ctx.actor.id, file_id)
    return bytes_id
  })
  await removeBytesIfUnheld(ctx, bytes_id)
  return null
}

/** Bounds the documents that the message names; all of them are in its details. */
const MAX_NAMED_DOCUMENTS = 5

function fileInUse(uses: Awaited<ReturnType<typeof files.findUses>>): AppError {
  const named = uses
    .slice(0, MAX_NAMED_DOCUMENTS)
    .map(({ dataset_name, name }) => `${inCorners(dataset_name)}里的${inCorners(name)}`)
  const names = named.join('、') + (uses.length > MAX_NAMED_DOCUMENTS ? '等' : '')
  return new AppError('file.in_use', { count: uses.length, names, documents: uses.map(({ id }) => id) })
}

/**
 * Passes a local copy of a stored file to `use` and returns its result; null when the file or its bytes are gone.
 */
export async function withLocalFile<Result>(
  ctx: Pick<Context, 'db' | 'providers' | 'actor'>,
  file_id: string,
  use: (path: string) => Promise<Result>,
): Promise<Result | null> {
  const row = await files.find(ctx.db, ctx.actor.id, file_id)
  return row ? ctx.providers.files.withLocalFile(storagePath(row.bytes_id), use) : null
}

/** Deletes a file of a user that nothing uses any more; its bytes go when nobody else has the same. */
export async function removeStoredFile(ctx: BaseContext, user_id: string, file_id: string): Promise<void> {
  const row = await files.find(ctx.db, user_id, file_id)
  if (!row) return
  await files.remove(ctx.db, user_id, file_id)
  await removeBytesIfUnheld(ctx, row.bytes_id)
}
