import type { BaseContext } from '../../platform/context/context.ts'
import { spaceLimits } from '../../platform/context/space-limits.ts'
import { AppError } from '../../platform/foundation/errors.ts'

/**
 * Checks that the disk of this machine can take `size_bytes` more and still keep the free space of `DISK_FREE_MB`,
 * which the configuration converts to bytes. Exports and imports call it before they write; an import that does not
 * know its size yet passes 0.
 *
 * @throws AppError `disk.full` otherwise.
 */
export async function requireDiskSpace(ctx: Pick<BaseContext, 'providers' | 'config'>, size_bytes: number) {
  if ((await ctx.providers.uploads.free()) - size_bytes < spaceLimits(ctx.config).disk_free)
    throw new AppError('disk.full')
}
