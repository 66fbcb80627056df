import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as uploads from './upload.store.ts'

const MAX_UPLOADS = 200
const MEGABYTE = 1024 * 1024

/** Operators fill the library, so what they send may be larger. */
const uploadLimits = ({ config, actor }: Context) =>
  actor.is_admin
    ? { file: config.IMPORT_FILE_MB, total: config.IMPORT_TOTAL_MB }
    : { file: config.UPLOAD_FILE_MB, total: config.UPLOAD_TOTAL_MB }

/** `200 MB`, `1 GB`. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / MEGABYTE
  const [value, unit] = megabytes >= 1_024 ? [megabytes / 1_024, 'GB'] : [megabytes, 'MB']
  return `${Math.round(value * 10) / 10} ${unit}`
}

/** Bytes that one file of the caller's may have. */
export const maxFileBytes = (ctx: Context): number => uploadLimits(ctx).file

/** What somebody sends: a file, or an archive of many, which may be as large as all that they may send at once. */
export type UploadPurpose = 'file' | 'archive'

/** @throws AppError `upload.too_large` where it is more than the caller may send. */
export function requireFileSize(ctx: Context, size: number, purpose: UploadPurpose): void {
  const { file, total } = uploadLimits(ctx)
  const most = purpose === 'file' ? file : Math.max(file, total)
  if (size > most) throw new AppError('upload.too_large', { limit: formatSize(most) })
}

/** Run it in the transaction that announces the file: of many at once, those beyond the quota are refused. */
export async function requireUploadQuota(
  ctx: Context,
  size: number,
  stored: uploads.UploadWindow,
): Promise<void> {
  const { total } = uploadLimits(ctx)
  const { files, bytes } = await uploads.sumAnnounced(ctx.db, ctx.actor.id, stored)
  if (files >= MAX_UPLOADS) throw new AppError('upload.too_many', { limit: MAX_UPLOADS })
  if (bytes + size > total) throw new AppError('upload.too_much', { limit: formatSize(total) })
}

/** @throws AppError `disk.full` where less than what is kept free would be left. */
export function requireDiskSpace(ctx: Context, left: number): void {
  if (left < ctx.config.DISK_FREE_MB) throw new AppError('disk.full')
}
