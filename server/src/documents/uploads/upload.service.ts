import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type BaseContext, type Context, transact } from '../../platform/context/context.ts'
import { latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { safeFileName } from './file-name.ts'
import {
  formatSize,
  maxFileBytes,
  requireDiskSpace,
  requireFileSize,
  requireUploadQuota,
  type UploadPurpose,
} from './quota.ts'
import * as uploads from './upload.store.ts'

type Upload = typeof api.upload

const UPLOAD_TTL_MS = 24 * 60 * 60_000

/** When an upload has to have begun to be there still. */
export const uploadWindow = (ctx: BaseContext): uploads.UploadWindow => ({
  since: new Date(ctx.now().getTime() - UPLOAD_TTL_MS).toISOString(),
  until: latestPlausible(ctx.now(), UPLOAD_TTL_MS),
})

function toUpload({ id, name, size, received }: uploads.UploadRow): OutputOf<Upload['state']> {
  return { id, name, size, offset: received, done: received === size }
}

/** An upload of the caller's. Someone else's, and one of yesterday, look like none. */
async function requireOwnUpload(ctx: Context, id: string): Promise<uploads.UploadRow> {
  const row = await uploads.find(ctx.db, ctx.actor.id, id, uploadWindow(ctx))
  if (!row) throw new AppError('upload.not_found')
  return { ...row, received: await countReceivedBytes(ctx, row) }
}

/** How much is there; nothing where the bytes are gone, such as after a backup was restored. */
async function countReceivedBytes(ctx: Context, { id, received }: uploads.UploadRow): Promise<number> {
  if ((await ctx.providers.uploads.size(id)) >= received) return received
  await uploads.advance(ctx.db, id, received, 0)
  return 0
}

/**
 * Announces a file; its parts follow within 24 hours. What is announced counts as if it were there.
 *
 * @throws AppError `upload.too_large`, `upload.too_many`, `upload.too_much` with the `limit`; `disk.full`.
 */
export async function beginUpload(ctx: Context, input: ParsedInputOf<Upload['begin']>) {
  requireFileSize(ctx, input.size, input.purpose)
  const free = await ctx.providers.uploads.free()
  return transact(ctx, async (ctx) => {
    await requireUploadQuota(ctx, input.size, uploadWindow(ctx))
    requireDiskSpace(ctx, free - (await uploads.sumOutstandingBytes(ctx.db, uploadWindow(ctx))) - input.size)
    const row: uploads.UploadRow = {
      id: ctx.newId(),
      user_id: ctx.actor.id,
      name: safeFileName(input.name),
      size: input.size,
      received: 0,
      sha256: input.sha256 ?? null,
      created_at: ctx.now().toISOString(),
    }
    await uploads.insert(ctx.db, row)
    return toUpload(row)
  })
}

/**
 * Takes the part that begins where the file ends so far.
 *
 * @throws AppError `upload.wrong_offset` with the right `offset` for any other part, also when two come
 * at once; `input.invalid` where there is more than was announced, or the whole has another SHA-256.
 */
export async function appendPart(
  ctx: Context,
  { id, offset }: ParsedInputOf<Upload['part']>,
  body: Readable,
) {
  const row = await requireOwnUpload(ctx, id)
  if (offset !== row.received) throw new AppError('upload.wrong_offset', { offset: row.received })
  requireDiskSpace(ctx, await ctx.providers.uploads.free())
  const tooMuch = () => invalidInput('size', '文件比声明的大')
  const count = await ctx.providers.uploads.write(id, offset, limitBytes(body, row.size - offset, tooMuch))
  const received = offset + count
  if (received === row.size) await verifyHash(ctx, row)
  if (!(await uploads.advance(ctx.db, id, offset, received)))
    throw new AppError('upload.wrong_offset', { offset: (await requireOwnUpload(ctx, id)).received })
  return toUpload({ ...row, received })
}

/** Lets so many bytes through; throws at more. */
async function* limitBytes(
  bytes: Readable,
  limit: number,
  tooMuch: () => AppError,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.length
    if (count > limit) throw tooMuch()
    yield chunk
  }
}

/**
 * Takes a file that comes in one piece. While it comes it counts with the bytes that it may have; what breaks off is
 * forgotten.
 *
 * @param most bytes that it may have, where its sender says so
 * @throws AppError as `beginUpload` does; `input.invalid` for a file without bytes.
 */
export async function receiveFile(
  ctx: Context,
  { name, most }: { name: string; most: number | null },
  bytes: Readable,
): Promise<UploadedFile> {
  const limit = maxFileBytes(ctx)
  const size = Math.min(most ?? limit, limit)
  const { id } = await beginUpload(ctx, { name, size, purpose: 'file' })
  try {
    const tooMuch = () => new AppError('upload.too_large', { limit: formatSize(limit) })
    const received = await ctx.providers.uploads.write(id, 0, limitBytes(bytes, size, tooMuch))
    if (received === 0) throw invalidInput('file', '文件是空的')
    await uploads.complete(ctx.db, id, received)
    return await requireUploadedFile(ctx, id)
  } catch (error) {
    await discardUpload(ctx, id)
    throw error
  }
}

/** Starts again from nothing where the bytes are not those that were announced. */
async function verifyHash(ctx: Context, row: uploads.UploadRow): Promise<void> {
  if (!row.sha256) return
  const hash = createHash('sha256')
  await pipeline(ctx.providers.uploads.read(row.id), hash)
  if (hash.digest('hex') === row.sha256) return
  await ctx.providers.uploads.remove(row.id)
  await uploads.advance(ctx.db, row.id, row.received, 0)
  throw invalidInput('sha256', '收到的内容与原文件不符，请重新上传')
}

export async function getUploadState(ctx: Context, { id }: ParsedInputOf<Upload['state']>) {
  return toUpload(await requireOwnUpload(ctx, id))
}

/** A file that has arrived; it is there until somebody discards it or 24 hours are over. */
export interface UploadedFile {
  id: string
  name: string
  size: number
}

/**
 * @throws AppError `upload.not_found`; `upload.incomplete` while parts are missing; `upload.too_large` where what was
 * announced as an archive is to be a file.
 */
export async function requireUploadedFile(
  ctx: Context,
  id: string,
  purpose: UploadPurpose = 'file',
): Promise<UploadedFile> {
  const { name, size, received } = await requireOwnUpload(ctx, id)
  requireFileSize(ctx, size, purpose)
  if (received < size) throw new AppError('upload.incomplete')
  return { id, name, size }
}

/**
 * Lends a file of this machine with the bytes of an upload.
 *
 * @throws AppError `upload.not_found` where somebody has taken it over, or discarded it, meanwhile.
 */
export async function withLocalUpload<Result>(
  ctx: Pick<BaseContext, 'providers'>,
  id: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const lent = await ctx.providers.uploads.lend(id, async (path) => {
    const result = await use(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' && error.path === path ? new AppError('upload.not_found') : error
    })
    return { result }
  })
  if (!lent) throw new AppError('upload.not_found')
  return lent.result
}

/**
 * Forgets an upload whose bytes somebody has taken over; run it in the transaction that says so. Of two who take the
 * same only one does. The bytes go with `discardUpload`.
 *
 * @throws AppError `upload.not_found` where it is gone.
 */
export async function consumeUpload(ctx: Context, id: string): Promise<void> {
  if (!(await uploads.remove(ctx.db, id))) throw new AppError('upload.not_found')
}

/** Forgets an upload whose bytes are no longer needed. */
export async function discardUpload(ctx: BaseContext, id: string): Promise<void> {
  await uploads.remove(ctx.db, id)
  await ctx.providers.uploads.remove(id)
}
