import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { recognise } from '@scinav/documents'
import { type Context, transact } from '../context/context.ts'
import { AppError, invalid } from '../foundation/errors.ts'
import type { Form } from '../foundation/form.ts'
import type { FileReply } from '../foundation/replies.ts'
import {
  discardUpload,
  receiveFile,
  sizeName,
  takeUpload,
  type UploadedFile,
  uploadedFile,
} from '../uploads/index.ts'
import * as files from './file.store.ts'
import { removeUnused, storedName } from './stored-bytes.ts'

type Files = typeof api.files
type File = OutputOf<Files['create']>

const toFile = ({ id, name, mime, size_bytes, sha256, created_at }: files.FileRow): File => ({
  id,
  name,
  mime,
  size_bytes: Number(size_bytes),
  sha256,
  created_at,
})

/** Keeps the file of a form. @throws AppError as uploads do; `file.too_much` beyond what a person may keep. */
export async function createFile(ctx: Context, _input: object, { length, files }: Form): Promise<File> {
  await requireRoom(ctx, 1)
  let upload: UploadedFile | undefined
  try {
    // To the end of the form: one that breaks off has not brought the whole file.
    for await (const { name, bytes } of files) upload = await receiveFile(ctx, { name, most: length }, bytes)
    if (!upload) throw invalid('file', '请选择一个文件')
    return await keep(ctx, upload)
  } catch (error) {
    if (upload) await discardUpload(ctx, upload.id)
    throw error
  }
}

/** Keeps a file that has come in parts. */
export async function keepUpload(
  ctx: Context,
  { upload_id }: ParsedInputOf<Files['fromUpload']>,
): Promise<File> {
  return keep(ctx, await uploadedFile(ctx, upload_id))
}

/** Bytes lie where they belong before the file is there, so that no file is ever without them. */
async function keep(ctx: Context, upload: UploadedFile): Promise<File> {
  const created_at = ctx.now().toISOString()
  const own = { ...(await place(ctx, upload).catch(asGone)), size_bytes: upload.size, created_at }
  const row = await transact(ctx, async (ctx) => {
    await takeUpload(ctx, upload.id)
    await requireRoom(ctx, upload.size)
    const bytes = await files.bytesOf(ctx.db, own)
    const file = {
      id: ctx.newId(),
      user_id: ctx.actor.id,
      bytes_id: bytes.id,
      name: upload.name,
      created_at,
    }
    await files.insert(ctx.db, file)
    return { ...bytes, ...file }
  }).catch(async (error) => {
    await ctx.providers.files.remove(storedName(own.id))
    throw error
  })
  if (row.bytes_id !== own.id) await mend(ctx, row, own.id)
  await discardUpload(ctx, upload.id)
  return toFile(row)
}

async function place(ctx: Context, { path, name }: UploadedFile) {
  const { mime } = await recognise(path, name)
  const sha256 = await hashOf(path)
  const id = ctx.newId()
  await ctx.providers.files.adopt(storedName(id), path)
  return { id, sha256, mime }
}

/** Somebody who has taken over the same upload meanwhile has also removed its bytes. */
function asGone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new AppError('upload.not_found') : error
}

/** The same bytes were there already: ours go, unless those were lost. */
async function mend(ctx: Context, row: files.FileRow, own: string): Promise<void> {
  const { files } = ctx.providers
  const there = await files.open(storedName(row.bytes_id))
  if (there?.size !== Number(row.size_bytes))
    await files.adopt(storedName(row.bytes_id), files.path(storedName(own)))
  await files.remove(storedName(own))
}

async function requireRoom(ctx: Context, size: number): Promise<void> {
  const limit = ctx.config.FILES_TOTAL_MB
  if ((await files.bytesOfUser(ctx.db, ctx.actor.id)) + size > limit)
    throw new AppError('file.too_much', { limit: sizeName(limit) })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function ownFile(ctx: Context, id: string): Promise<files.FileRow> {
  const row = await files.find(ctx.db, ctx.actor.id, id)
  if (!row) throw new AppError('file.not_found')
  return row
}

export async function readFile(ctx: Context, { file_id }: ParsedInputOf<Files['read']>): Promise<FileReply> {
  const { bytes_id, name, mime, sha256 } = await ownFile(ctx, file_id)
  const stored = await ctx.providers.files.open(storedName(bytes_id))
  if (!stored) throw new AppError('file.not_found')
  return { ...stored, name, mime, etag: sha256 }
}

export async function removeFile(ctx: Context, { file_id }: ParsedInputOf<Files['remove']>) {
  if (!(await files.remove(ctx.db, ctx.actor.id, file_id))) throw new AppError('file.not_found')
  await removeUnused(ctx)
  return null
}
