import type { BaseContext } from '../../platform/context/context.ts'
import { spaceLimits } from '../../platform/context/space-limits.ts'
import { AppError } from '../../platform/foundation/errors.ts'

/**
 * Checks that the disk of this machine can take `size_bytes` more and still have `DISK_FREE_MB` free. Exports and
 * imports call it before they write; an import that does not know its size yet passes 0. It reserves no space:
 * operations that check at the same time may together use more.
 *
 * @throws AppError `disk.full` otherwise.
 */
export async function requireDiskSpace(
  ctx: Pick<BaseContext, 'providers' | 'config'>,
  size_bytes: number,
): Promise<void> {
  const minFreeBytes = spaceLimits(ctx.config).disk_free
  const freeBytes = await ctx.providers.uploads.free()
  if (freeBytes - size_bytes < minFreeBytes) throw new AppError('disk.full')
}
