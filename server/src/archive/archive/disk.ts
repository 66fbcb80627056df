import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'

/** @throws AppError `disk.full` where so many bytes more would leave less than what is kept free. */
export async function requireDiskSpace(ctx: Pick<BaseContext, 'providers' | 'config'>, size: number) {
  if ((await ctx.providers.uploads.free()) - size < ctx.config.DISK_FREE_MB) throw new AppError('disk.full')
}
