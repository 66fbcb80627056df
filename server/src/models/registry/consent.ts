import { getSetting } from '../../account/user/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ExternalHost } from './model-choice.ts'

/** Where the account has the hosts outside that a person has agreed to send text to. */
const CONSENT_SETTING = { key: 'outside-models', type: 'chat' }

async function listAgreedHosts(ctx: Context): Promise<string[]> {
  const stored = await getSetting(ctx, CONSENT_SETTING)
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
}

/**
 * Before a person's text goes to a model outside they have been told whom it goes to, and have agreed: once for each
 * host.
 *
 * @throws AppError `model.outside` with the host and the model's name, where they have not.
 */
export async function requireConsent(
  ctx: Context,
  { name, host }: ExternalHost & { name: string },
): Promise<void> {
  if (host === null || (await listAgreedHosts(ctx)).includes(host)) return
  throw new AppError('model.outside', { host, model: name })
}

/** A model that only helps, where the person has agreed to its host; else null: the work goes on without it. */
export async function modelWithConsent<Model extends ExternalHost>(
  ctx: Context,
  model: Model | null,
): Promise<Model | null> {
  if (!model?.host) return model
  return (await listAgreedHosts(ctx)).includes(model.host) ? model : null
}
