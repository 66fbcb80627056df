import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'

/**
 * Checks that `size_bytes` more leave the free space to be kept on the disk.
 *
 * @throws AppError `disk.full` otherwise.
 */
export async function requireDiskSpace(ctx: Pick<BaseContext, 'providers' | 'config'>, size_bytes: number) {
  if ((await ctx.providers.uploads.free()) - size_bytes < ctx.config.DISK_FREE_MB)
    throw new AppError('disk.full')
}
