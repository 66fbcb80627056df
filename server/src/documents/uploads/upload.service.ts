// Uploads: files on their way to the server, in parts or at once. An upload is temporary until it is promoted, that is,
// until its bytes become those of a stored file or document (`promoteUpload`).
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

/** Time after which an upload that is not promoted is discarded. */
const UPLOAD_TTL_MS = 24 * 60 * 60_000

/** Returns the interval in which an upload that is still valid was begun. */
export const uploadWindow = (ctx: BaseContext): uploads.UploadWindow => ({
  since: new Date(ctx.now().getTime() - UPLOAD_TTL_MS).toISOString(),
  until: latestPlausible(ctx.now(), UPLOAD_TTL_MS),
})

function toUpload({ id, name, size, received }: uploads.UploadRow): OutputOf<Upload['state']> {
  return { id, name, size, offset: received, done: received === size }
}

/**
 * Returns an upload of the caller. An upload of another user or an expired one appears not to exist.
 *
 * @throws AppError `upload.not_found`.
 */
async function requireOwnUpload(ctx: Context, id: string): Promise<uploads.UploadRow> {
  const row = await uploads.find(ctx.db, ctx.actor.id, id, uploadWindow(ctx))
  if (!row) throw new AppError('upload.not_found')
  return { ...row, received: await countReceivedBytes(ctx, row) }
}

/**
 * Returns how many bytes are present, and resets the upload to 0 when they are lost, such as after a backup was
 * restored.
 */
async function countReceivedBytes(ctx: Context, { id, received }: uploads.UploadRow): Promise<number> {
  if ((await ctx.providers.uploads.size(id)) >= received) return received
  await uploads.advance(ctx.db, id, received, 0)
  return 0
}

/**
 * Announces a file, whose parts follow within 24 hours. Announced bytes count toward the quota as if they were
 * present.
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
 * Appends the part that begins at the current end of the file.
 *
 * @throws AppError `upload.not_found`; `disk.full`; `upload.wrong_offset` with the correct `offset` for any other
 * part, also when two arrive at once; `input.invalid` when the part exceeds the announced size, and is then ignored, or
 * when the whole file has another SHA-256.
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
  // Refused when the same part has arrived twice at once, and the other one was first.
  if (!(await uploads.advance(ctx.db, id, offset, received)))
    throw new AppError('upload.wrong_offset', { offset: (await requireOwnUpload(ctx, id)).received })
  return toUpload({ ...row, received })
}

/** Passes through at most `limit` bytes; throws `tooMuch` when there are more. */
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
 * Receives a file in one request. Meanwhile its maximum size counts toward the quota; an interrupted upload is
 * discarded.
 *
 * @param maxBytes maximum size, if the sender declares it; null otherwise
 * @throws AppError as `beginUpload` does; `upload.too_large`, with the general limit, when there are more bytes than
 *   declared; `input.invalid` for an empty file.
 */
export async function receiveFile(
  ctx: Context,
  { name, maxBytes }: { name: string; maxBytes: number | null },
  bytes: Readable,
): Promise<UploadedFile> {
  const limit = maxFileBytes(ctx)
  const size = Math.min(maxBytes ?? limit, limit)
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

/**
 * Checks the SHA-256 of a complete upload, when one was announced.
 *
 * @throws AppError `input.invalid` when it differs; the upload then begins again at 0.
 */
async function verifyHash(ctx: Context, row: uploads.UploadRow): Promise<void> {
  if (!row.sha256) return
  const hash = createHash('sha256')
  await pipeline(ctx.providers.uploads.read(row.id), hash)
  if (hash.digest('hex') === row.sha256) return
  await ctx.providers.uploads.remove(row.id)
  await uploads.advance(ctx.db, row.id, row.received, 0)
  throw invalidInput('sha256', '收到的内容与原文件不符，请重新上传')
}

/**
 * Returns how much of an upload of the caller has arrived.
 *
 * @throws AppError `upload.not_found`.
 */
export async function getUploadState(ctx: Context, { id }: ParsedInputOf<Upload['state']>) {
  return toUpload(await requireOwnUpload(ctx, id))
}

/** A complete upload, available until it is discarded or 24 hours have passed. */
export interface UploadedFile {
  id: string
  name: string
  size: number
}

/**
 * Returns a complete upload of the caller.
 *
 * @throws AppError `upload.not_found`; `upload.incomplete` while parts are missing; `upload.too_large` when an upload
 * announced as an archive is too large for a file.
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
 * Passes a local file with the bytes of an upload to `use`, and returns its result. The owner is not checked.
 *
 * @throws AppError `upload.not_found` when the upload was promoted or discarded meanwhile.
 */
export async function withLocalUpload<Result>(
  ctx: Pick<BaseContext, 'providers'>,
  id: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const found = await ctx.providers.uploads.withLocalFile(id, async (path) => {
    const result = await use(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' && error.path === path ? new AppError('upload.not_found') : error
    })
    // Wrapped, because null means that there is no such file.
    return { result }
  })
  if (!found) throw new AppError('upload.not_found')
  return found.result
}

/**
 * Deletes the row of an upload whose bytes are being promoted. Call it in the transaction that records them: of two
 * that promote the same upload only one succeeds. `discardUpload` deletes the bytes.
 *
 * @throws AppError `upload.not_found` when it no longer exists.
 */
export async function consumeUpload(ctx: Context, id: string): Promise<void> {
  if (!(await uploads.remove(ctx.db, id))) throw new AppError('upload.not_found')
}

/** Deletes an upload, whoever owns it, with its bytes; does nothing when it is gone. */
export async function discardUpload(ctx: BaseContext, id: string): Promise<void> {
  await uploads.remove(ctx.db, id)
  await ctx.providers.uploads.remove(id)
}
