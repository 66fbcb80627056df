import { type api, modelBaseUrl, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { sealSecret } from '../../platform/context/secrets.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { endpointProfiles } from '../../platform/providers/models/endpoint-profiles.ts'
import { type KnownModel, listKnownModels, listUsableModels } from './known-models.ts'
import * as models from './model.store.ts'
import { modelProblem } from './model-choice.ts'

type Models = typeof api.models
type ModelView = OutputOf<Models['list']>['models'][number]
type SaveModelInput = ParsedInputOf<Models['save']>

const MAX_MODELS = 100
/** Shortest key of which a hint is shown; a shorter one would be revealed by its last characters. */
const MIN_HINTED_KEY_CHARS = 12
const HINT_CHARS = 4

/** Returns a model as the operator's page shows it, without its key. */
function toModelView(model: KnownModel, default_ids: Set<string>): ModelView {
  const { key: _key, ...fields } = model
  return { ...fields, is_default: default_ids.has(model.id), problem: modelProblem(model) }
}

/** Returns the ids of the models that are used by default, one of each kind that has a usable model. */
async function loadDefaultIds(ctx: Context): Promise<Set<string>> {
  const kinds = ['chat', 'embedding', 'rerank'] as const
  const first = await Promise.all(kinds.map(async (kind) => (await listUsableModels(ctx, kind))[0]))
  return new Set(first.flatMap((model) => model?.id ?? []))
}

/** Lists every model without its key, the models to which applications are restricted, and well-known services. */
export async function listModels(ctx: Context): Promise<OutputOf<Models['list']>> {
  const default_ids = await loadDefaultIds(ctx)
  return {
    models: (await listKnownModels(ctx)).map((model) => toModelView(model, default_ids)),
    applications: toMappings(await models.listMappings(ctx.db)),
    services: endpointProfiles.flatMap(({ label, base_url, model = '', inside }) =>
      label && base_url ? [{ label, base_url, model, inside }] : [],
    ),
    tokens_per_day: ctx.config.AI_TOKENS_PER_DAY,
  }
}

/** Groups the rows of restrictions by application. */
function toMappings(rows: models.MappingRow[]) {
  return [...Map.groupBy(rows, (row) => row.application_id)].map(([application_id, mappings]) => ({
    application_id,
    model_ids: mappings.map((row) => row.model_id),
    default_id: mappings.find((row) => row.is_default === 1)?.model_id ?? null,
  }))
}

/**
 * Adds a model, or changes one that was added here. The address may be this machine or a private one, where an
 * institution's own model runs.
 *
 * @throws AppError `input.invalid`, `model.not_found`, `model.from_settings`.
 */
export async function saveModel(ctx: Context, input: SaveModelInput): Promise<ModelView> {
  const id = await transact(ctx, (ctx) =>
    input.id ? changeModel(ctx, input.id, input) : addModel(ctx, input),
  )
  const default_ids = await loadDefaultIds(ctx)
  return toModelView(await requireModel(ctx, id), default_ids)
}

/** Adds a model and returns its id. */
async function addModel(ctx: Context, input: SaveModelInput): Promise<string> {
  if ((await models.listStoredModels(ctx.db)).length >= MAX_MODELS)
    throw invalidInput('name', `最多添加 ${MAX_MODELS} 个模型`)
  const id = ctx.newId()
  const now = ctx.now().toISOString()
  const key = input.api_key ? sealKey(ctx, input.api_key) : { api_key: null, key_hint: null }
  await models.insertModel(ctx.db, { id, ...modelFields(input), ...key, created_at: now, updated_at: now })
  return id
}

/** Changes a model, but not its kind, and returns its id. */
async function changeModel(ctx: Context, id: string, input: SaveModelInput): Promise<string> {
  const row = await requireStoredModel(ctx, id)
  if (row.kind !== input.kind) throw invalidInput('kind', '类型不能更改，请另建一个模型')
  const fields = modelFields(input)
  const updated_at = ctx.now().toISOString()
  await models.updateModel(ctx.db, id, {
    ...fields,
    ...keyChange(ctx, row, input, fields.base_url),
    updated_at,
  })
  return id
}

/**
 * Returns the change of a stored key; {} to keep it.
 *
 * @throws AppError `input.invalid` when the address changes but not the key, which must not be sent elsewhere.
 */
function keyChange(ctx: Context, row: models.ModelRow, input: SaveModelInput, base_url: string) {
  if (input.api_key) return sealKey(ctx, input.api_key)
  if (input.clear_key) return { api_key: null, key_hint: null }
  if (row.api_key && new URL(row.base_url).origin !== new URL(base_url).origin)
    throw invalidInput('api_key', '更换地址后请重新填写密钥')
  return {}
}

/** Returns the columns of a key: the key encrypted, and its last characters unless it is short. */
function sealKey(ctx: Context, key: string) {
  const key_hint = key.length >= MIN_HINTED_KEY_CHARS ? key.slice(-HINT_CHARS) : null
  return { api_key: sealSecret(ctx, key), key_hint }
}

/** Returns the columns of a model apart from its id, key and times. */
function modelFields({ kind, name, base_url, model, context_tokens, inside, active }: SaveModelInput) {
  return {
    kind,
    name,
    model,
    context_tokens,
    base_url: modelBaseUrl(base_url),
    inside: inside ? (1 as const) : (0 as const),
    active: active ? (1 as const) : (0 as const),
  }
}

/**
 * Removes a model, but not the last one of a restricted application, which would then be free to use any.
 *
 * @throws AppError `model.needed`, `model.not_found`, `model.from_settings`.
 */
export async function removeModel(ctx: Context, { id }: ParsedInputOf<Models['remove']>): Promise<null> {
  await transact(ctx, async (ctx) => {
    await requireStoredModel(ctx, id)
    const mappings = toMappings(await models.listMappings(ctx.db))
    if (mappings.some(({ model_ids }) => model_ids.length === 1 && model_ids[0] === id))
      throw new AppError('model.needed')
    await models.removeModel(ctx.db, id)
  })
  return null
}

/**
 * Makes a model the default of its kind.
 *
 * @throws AppError `model.not_found`; `input.invalid` when it is inactive.
 */
export async function setDefaultModel(
  ctx: Context,
  { id }: ParsedInputOf<Models['setDefault']>,
): Promise<null> {
  await transact(ctx, async (ctx) => {
    const model = await requireModel(ctx, id)
    if (!model.active) throw invalidInput('id', '这个模型已停用，请先启用')
    await models.setDefaultModel(ctx.db, model.kind, id)
  })
  return null
}

/**
 * Restricts an application to some chat models; an empty list lifts the restriction.
 *
 * @throws AppError `model.not_found`; `input.invalid` for other kinds of models and a default that is none of them.
 */
export async function mapApplication(
  ctx: Context,
  { application_id, model_ids, default_id }: ParsedInputOf<Models['mapApplication']>,
): Promise<null> {
  const ids = [...new Set(model_ids)]
  if (default_id && !ids.includes(default_id)) throw invalidInput('default_id', '默认模型要在可用的模型之中')
  await transact(ctx, async (ctx) => {
    for (const id of ids) {
      const { kind } = await requireModel(ctx, id)
      if (kind !== 'chat') throw invalidInput('model_ids', '只能选择对话模型')
    }
    const rows = ids.map((model_id, position) => ({
      application_id,
      model_id,
      position,
      is_default: model_id === default_id ? (1 as const) : (0 as const),
    }))
    await models.replaceMapping(ctx.db, application_id, rows)
  })
  return null
}

/**
 * Returns a model.
 *
 * @throws AppError `model.not_found`.
 */
export async function requireModel(ctx: Context, id: string): Promise<KnownModel> {
  const model = (await listKnownModels(ctx)).find((known) => known.id === id)
  if (!model) throw new AppError('model.not_found')
  return model
}

/**
 * Returns a model that can be changed here.
 *
 * @throws AppError `model.from_settings` or `model.not_found`.
 */
async function requireStoredModel(ctx: Context, id: string): Promise<models.ModelRow> {
  const row = await models.findStoredModel(ctx.db, id)
  if (row) return row
  await requireModel(ctx, id)
  throw new AppError('model.from_settings')
}
