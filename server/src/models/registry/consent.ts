import { readSetting } from '../../account/user/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { Hosted } from './choose.ts'

/** Where the account has the hosts outside that a person has agreed to send text to. */
const SETTING = { key: 'outside-models', type: 'chat' }

async function agreedHosts(ctx: Context): Promise<string[]> {
  const stored = await readSetting(ctx, SETTING)
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
}

/**
 * Before a person's text goes to a model outside they have been told whom it goes to, and have agreed: once for each
 * host.
 *
 * @throws AppError `model.outside` with the host and the model's name, where they have not.
 */
export async function requireAgreed(ctx: Context, { name, host }: Hosted & { name: string }): Promise<void> {
  if (host === null || (await agreedHosts(ctx)).includes(host)) return
  throw new AppError('model.outside', { host, model: name })
}

/** A model that only helps, where the person has agreed to its host; else null: the work goes on without it. */
export async function ifAgreed<Model extends Hosted>(
  ctx: Context,
  model: Model | null,
): Promise<Model | null> {
  if (!model?.host) return model
  return (await agreedHosts(ctx)).includes(model.host) ? model : null
}
