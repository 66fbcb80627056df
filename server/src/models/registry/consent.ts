import { getSetting } from '../../account/user/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ExternalHost } from './model-choice.ts'

/** The setting with the external hosts to which a person has agreed to send text. */
const CONSENT_SETTING = { key: 'outside-models', type: 'chat' }

async function listAgreedHosts(ctx: Context): Promise<string[]> {
  const stored = await getSetting(ctx, CONSENT_SETTING)
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
}

/**
 * Checks that a person has been told to which external host their text is sent, and has agreed; once per host.
 *
 * @throws AppError `model.outside` with the host and the model's name when they have not.
 */
export async function requireConsent(
  ctx: Context,
  { name, host }: ExternalHost & { name: string },
): Promise<void> {
  if (host === null || (await listAgreedHosts(ctx)).includes(host)) return
  throw new AppError('model.outside', { host, model: name })
}

/** Returns an auxiliary model if the person has agreed to its host, else null: the work continues without it. */
export async function modelWithConsent<Model extends ExternalHost>(
  ctx: Context,
  model: Model | null,
): Promise<Model | null> {
  if (!model?.host) return model
  return (await listAgreedHosts(ctx)).includes(model.host) ? model : null
}
