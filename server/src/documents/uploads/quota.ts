import type { Context } from '../../platform/context/context.ts'
import { spaceLimits } from '../../platform/context/space-limits.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as uploads from './upload.store.ts'

/** Bounds the uploads of one user that are announced and not yet used for a document. */
const MAX_UPLOADS = 200
const MEBIBYTE = 1024 * 1024

/**
 * Returns the limits of one file and of all uploads of the caller, in bytes; administrators, who fill the library, may
 * upload larger files.
 */
function uploadLimits({ config, actor }: Context): { file: number; total: number } {
  const { upload_file, upload_total, import_file, import_total } = spaceLimits(config)
  return actor.is_admin
    ? { file: import_file, total: import_total }
    : { file: upload_file, total: upload_total }
}

/** Formats a size in bytes, in binary units and rounded to one decimal: `200 MB`, `1.5 GB`. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / MEBIBYTE
  const [value, unit] = megabytes >= 1_024 ? [megabytes / 1_024, 'GB'] : [megabytes, 'MB']
  return `${Math.round(value * 10) / 10} ${unit}`
}

/** Returns the maximum size of one file of the caller, in bytes. */
export const maxFileBytes = (ctx: Context): number => uploadLimits(ctx).file

/**
 * The purpose of an upload: a file, or an archive of many, which may be as large as everything the user may upload at
 * once.
 */
export type UploadPurpose = 'file' | 'archive'

/**
 * Checks the size of an upload.
 *
 * @throws AppError `upload.too_large` when it exceeds the limit of the caller.
 */
export function requireFileSize(ctx: Context, size: number, purpose: UploadPurpose): void {
  const { file, total } = uploadLimits(ctx)
  // The two limits are configured independently; an archive may always be as large as a file.
  const limit = purpose === 'file' ? file : Math.max(file, total)
  if (size > limit) throw new AppError('upload.too_large', { limit: formatSize(limit) })
}

/**
 * Checks the quota of announced uploads. Call it in the transaction that announces the file, so that files
 * announced at the same time cannot exceed the quota together.
 *
 * @param size bytes of the file to announce.
 * @param window interval in which the uploads that count were begun; older ones have expired.
 * @throws AppError `upload.too_many`, `upload.too_much` with the `limit`.
 */
export async function requireUploadQuota(
  ctx: Context,
  size: number,
  window: uploads.UploadWindow,
): Promise<void> {
  const { total } = uploadLimits(ctx)
  const { files, bytes } = await uploads.sumAnnounced(ctx.db, ctx.actor.id, window)
  if (files >= MAX_UPLOADS) throw new AppError('upload.too_many', { limit: MAX_UPLOADS })
  if (bytes + size > total) throw new AppError('upload.too_much', { limit: formatSize(total) })
}

/**
 * Checks the free disk space.
 *
 * @param remaining bytes that would remain free
 * @throws AppError `disk.full` when less than the configured reserve would remain.
 */
export function requireDiskSpace(ctx: Context, remaining: number): void {
  if (remaining < spaceLimits(ctx.config).disk_free) throw new AppError('disk.full')
}
