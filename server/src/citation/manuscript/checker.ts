import { isChecker } from '../../account/user/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'

/**
 * Checks that the caller has the role 核对员.
 *
 * @throws AppError `checker.required`.
 */
export async function requireChecker(ctx: Pick<Context, 'db' | 'actor'>): Promise<void> {
  if (!(await isChecker(ctx, ctx.actor.id))) throw new AppError('checker.required')
}
