import type { BaseContext } from '../../platform/context/context.ts'
import { openSecret } from '../../platform/context/secrets.ts'
import * as models from './model.store.ts'

type ModelKind = models.ModelRow['kind']

/** A model from the settings or from the operator's page. */
export interface KnownModel {
  id: string
  kind: ModelKind
  name: string
  base_url: string
  model: string
  context_tokens: number
  /** Whether the operator has declared that it runs inside the institution. */
  inside: boolean
  /** Whether text sent to it leaves: it is neither on this machine nor inside the institution. */
  external: boolean
  /** Where it is configured: in the settings file, or on the operator's page, where it can be changed. */
  source: 'settings' | 'page'
  active: boolean
  has_key: boolean
  /** The last characters of the key, for the operator; null without a key and for short ones. */
  key_hint: string | null
  /**
   * Returns the API key.
   *
   * @throws AppError `secret.unreadable`.
   */
  key: () => string | null
}

/**
 * Lists every model, those of the settings first. Of several with one id the first counts, in the place of the last.
 */
export async function listKnownModels(ctx: Pick<BaseContext, 'db' | 'config'>): Promise<KnownModel[]> {
  const rows = await models.listStoredModels(ctx.db)
  const listed = [...modelsFromSettings(ctx.config), ...rows.map((row) => modelFromRow(ctx, row))]
  // A Map keeps the place of the first entry of a key and the value of the last one: hence the reversed order.
  return [...new Map(listed.toReversed().map((model) => [model.id, model])).values()].toReversed()
}

/** Converts a model of the operator's page. */
function modelFromRow(ctx: Pick<BaseContext, 'config'>, row: models.ModelRow): KnownModel {
  const { id, kind, name, base_url, model, context_tokens, key_hint, api_key } = row
  const inside = row.inside === 1
  return {
    id,
    kind,
    name,
    base_url,
    model,
    context_tokens,
    key_hint,
    inside,
    external: isExternal(base_url, inside),
    source: 'page',
    active: row.active === 1,
    has_key: api_key !== null,
    key: () => (api_key === null ? null : openSecret(ctx, api_key)),
  }
}

type Config = BaseContext['config']
type NamedModelConfig = Config['AI_MODELS'][number]

/** Maximum length of the id of a model. */
const MAX_ID_CHARS = 64

/** Returns the models of the settings: those with settings of their own, then those listed in `AI_MODELS`. */
function modelsFromSettings(config: Config): KnownModel[] {
  const { AI_MODEL, AI_EMBEDDING_MODEL, AI_RERANK_MODEL, AI_MODELS } = config
  return [
    ...singleModelFromSettings(config, 'chat', AI_MODEL),
    ...singleModelFromSettings(config, 'embedding', AI_EMBEDDING_MODEL),
    ...singleModelFromSettings(config, 'rerank', AI_RERANK_MODEL),
    ...AI_MODELS.map(modelFromConfig),
  ]
}

/**
 * Returns the model that `AI_MODEL` or its like names at `AI_BASE_URL`, with an id made of its name; none when one of
 * the two settings is missing.
 */
function singleModelFromSettings(config: Config, kind: ModelKind, model: string | undefined): KnownModel[] {
  const { AI_BASE_URL: base_url, AI_API_KEY: api_key, AI_CONTEXT_TOKENS: context_tokens } = config
  if (!model || !base_url) return []
  const prefix = kind === 'chat' ? '' : `${kind}.`
  const id = `${prefix}${model.replaceAll(/[^\w.-]+/g, '-')}`.slice(0, MAX_ID_CHARS)
  return [
    modelFromConfig({
      id,
      kind,
      name: model,
      base_url,
      api_key,
      model,
      context_tokens,
      inside: config.AI_INSIDE,
    }),
  ]
}

/**
 * Returns the chat model that `AI_CHECK_MODEL` names: by its id, or by its name at `AI_BASE_URL`; undefined without the
 * setting, and when nothing has the name.
 */
export async function findCheckModel(
  ctx: Pick<BaseContext, 'db' | 'config'>,
): Promise<KnownModel | undefined> {
  const name = ctx.config.AI_CHECK_MODEL
  if (!name) return undefined
  const usable = await listUsableModels(ctx, 'chat')
  return usable.find(({ id }) => id === name) ?? singleModelFromSettings(ctx.config, 'chat', name)[0]
}

/** Converts a model of the settings. */
function modelFromConfig({
  id,
  kind,
  name = id,
  base_url,
  api_key,
  model,
  context_tokens,
  inside,
}: NamedModelConfig): KnownModel {
  return {
    id,
    kind,
    name,
    base_url,
    model,
    context_tokens,
    inside,
    external: isExternal(base_url, inside),
    source: 'settings',
    active: true,
    has_key: Boolean(api_key),
    key_hint: null,
    key: () => api_key ?? null,
  }
}

/** Matches host names of this machine in URLs: `localhost`, `127.0.0.1` and the rest of 127/8, `[::1]`. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Returns whether text sent to a model leaves this machine and the institution; `inside` is the operator's statement. */
const isExternal = (base_url: string, inside: boolean) =>
  !inside && !LOOPBACK_HOST.test(new URL(base_url).hostname)

/** Lists the active models of a kind, the default first. */
export async function listUsableModels(
  ctx: Pick<BaseContext, 'db' | 'config'>,
  kind: ModelKind,
): Promise<KnownModel[]> {
  const usable = (await listKnownModels(ctx)).filter((model) => model.kind === kind && model.active)
  const default_id = (await models.listDefaultModels(ctx.db)).find((row) => row.kind === kind)?.model_id
  return usable.toSorted((a, b) => Number(b.id === default_id) - Number(a.id === default_id))
}

/**
 * Returns what the provider needs to call a model.
 *
 * @throws AppError `secret.unreadable`.
 */
export function modelEndpoint(known: KnownModel) {
  const { id, name, base_url, model, external, context_tokens } = known
  return { id, name, base_url, model, external, context_tokens, api_key: known.key() }
}
