import type { BaseContext } from '../../platform/context/context.ts'
import { open } from '../../platform/context/secrets.ts'
import * as models from './model.store.ts'

type Kind = models.ModelRow['kind']

/** A model of the settings or of the operator's page. */
export interface KnownModel {
  id: string
  kind: Kind
  name: string
  base_url: string
  model: string
  context_tokens: number
  inside: boolean
  /** Text sent to it leaves: it is neither on this machine nor inside the institution. */
  external: boolean
  source: 'settings' | 'page'
  active: boolean
  has_key: boolean
  key_hint: string | null
  /** @throws AppError `secret.unreadable` */
  key: () => string | null
}

/** Every model, those of the settings first. Of two with one id the first counts. */
export async function knownModels(ctx: Pick<BaseContext, 'db' | 'config'>): Promise<KnownModel[]> {
  const rows = await models.all(ctx.db)
  const found = [...ofSettings(ctx.config), ...rows.map((row) => ofRow(ctx, row))]
  return [...new Map(found.toReversed().map((model) => [model.id, model])).values()].toReversed()
}

function ofRow(ctx: Pick<BaseContext, 'config'>, row: models.ModelRow): KnownModel {
  const { id, kind, name, base_url, model, context_tokens, key_hint, api_key } = row
  const inside = row.inside === 1
  return {
    ...{ id, kind, name, base_url, model, context_tokens, key_hint, inside },
    external: isExternal(base_url, inside),
    source: 'page',
    active: row.active === 1,
    has_key: api_key !== null,
    key: () => (api_key === null ? null : open(ctx, api_key)),
  }
}

type Config = BaseContext['config']
type Named = Config['AI_MODELS'][number]

function ofSettings(config: Config): KnownModel[] {
  const { AI_MODEL, AI_EMBEDDING_MODEL, AI_RERANK_MODEL, AI_MODELS } = config
  return [
    ...single(config, 'chat', AI_MODEL),
    ...single(config, 'embedding', AI_EMBEDDING_MODEL),
    ...single(config, 'rerank', AI_RERANK_MODEL),
    ...AI_MODELS.map(ofNamed),
  ]
}

function single(config: Config, kind: Kind, model: string | undefined): KnownModel[] {
  const { AI_BASE_URL: base_url, AI_API_KEY: api_key, AI_CONTEXT_TOKENS: context_tokens } = config
  if (!model || !base_url) return []
  const id = `${kind === 'chat' ? '' : `${kind}.`}${model.replaceAll(/[^\w.-]+/g, '-')}`.slice(0, 64)
  return [
    ofNamed({ id, kind, name: model, base_url, api_key, model, context_tokens, inside: config.AI_INSIDE }),
  ]
}

function ofNamed({
  id,
  kind,
  name = id,
  base_url,
  api_key,
  model,
  context_tokens,
  inside,
}: Named): KnownModel {
  return {
    ...{ id, kind, name, base_url, model, context_tokens, inside },
    external: isExternal(base_url, inside),
    source: 'settings',
    active: true,
    has_key: Boolean(api_key),
    key_hint: null,
    key: () => api_key ?? null,
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const isExternal = (base_url: string, inside: boolean) =>
  !inside && !LOOPBACK.test(new URL(base_url).hostname)

/** The models of a kind that may be used, the default first. */
export async function usable(ctx: Pick<BaseContext, 'db' | 'config'>, kind: Kind): Promise<KnownModel[]> {
  const found = (await knownModels(ctx)).filter((model) => model.kind === kind && model.active)
  const chosen = (await models.defaults(ctx.db)).find((row) => row.kind === kind)?.model_id
  return found.toSorted((one, other) => Number(other.id === chosen) - Number(one.id === chosen))
}
