import { z } from 'zod'
import { answerFaults } from './answers.ts'
import type { Endpoints } from './endpoint.ts'
import { flag, fromDigits, id, listOf, noInput, noOutput } from './shapes.ts'

const modelKind = z.enum(['chat', 'embedding', 'rerank'])

/** A model as the operator sees it. Its key never comes back. */
const operatorModel = z.object({
  id,
  kind: modelKind,
  name: z.string(),
  base_url: z.string(),
  /** The name at the endpoint. */
  model: z.string(),
  context_tokens: z.number().int(),
  /** It runs inside the institution, the operator says. */
  inside: z.boolean(),
  /** Text sent to it leaves: it is neither on this machine nor inside. */
  external: z.boolean(),
  /** Those of the settings are changed there. */
  source: z.enum(['settings', 'page']),
  active: z.boolean(),
  /** Used where nothing else is said, one of each kind. */
  is_default: z.boolean(),
  has_key: z.boolean(),
  /** The last four characters of the key; null for short keys and those of the settings. */
  key_hint: z.string().nullable(),
  /** Why it cannot be used, in Chinese. */
  problem: z.string().nullable(),
})

/** Which models an application may use; an application that is not here may use all. */
const applicationModels = z.object({
  application_id: id,
  model_ids: z.array(id),
  /** Null: the first of them, or the default of all where it is one of them. */
  default_id: id.nullable(),
})

const endpointAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    '应是以 http:// 或 https:// 开头的地址',
  )
  .refine((text) => {
    if (!URL.canParse(text)) return true
    const { username, search, hash } = new URL(text)
    return username === '' && search === '' && hash === '' && !text.includes('#')
  }, '地址里不能有用户名、参数或 #，密钥请填在密钥栏')

const modelInput = z.object({
  /** Left out: a new one. */
  id: id.optional(),
  kind: modelKind.default('chat'),
  name: z.string().trim().min(1, '请填写名称').max(60),
  base_url: endpointAddress,
  model: z.string().trim().min(1, '请填写模型名称').max(200),
  /** Left out, null or empty: the key stays as it is. */
  api_key: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^[\x21-\x7e]*$/, '密钥只能由英文字母、数字和符号组成')
    .nullish(),
  /** Takes the key away. */
  clear_key: flag.default(false),
  context_tokens: fromDigits(z.number().int().min(1_000, '至少 1000').max(10_000_000)).default(32_000),
  inside: flag.default(false),
  active: flag.default(true),
})

const operatorAccess = { access: 'operator', extra: true } as const

export const modelsApi = {
  list: {
    ...operatorAccess,
    method: 'GET',
    path: '/api/admin/models',
    summary: 'Language models, of the settings and of this page, and which applications may use which',
    input: noInput,
    output: z.object({
      models: z.array(operatorModel),
      applications: z.array(applicationModels),
      /** What a person may use a day; 0 is no limit. */
      tokens_per_day: z.number().int(),
    }),
  },
  save: {
    ...operatorAccess,
    method: 'POST',
    path: '/api/admin/models',
    summary: 'Adds or changes a model; another address needs its key again',
    input: modelInput,
    output: operatorModel,
  },
  remove: {
    ...operatorAccess,
    method: 'DELETE',
    path: '/api/admin/models/{id}',
    summary: 'Removes a model of this page',
    input: z.object({ id }),
    output: noOutput,
  },
  test: {
    ...operatorAccess,
    method: 'POST',
    path: '/api/admin/models/{id}/test',
    summary: 'Asks the model something tiny; says how long it took, or in Chinese why it failed',
    input: z.object({ id }),
    output: z.object({
      ok: z.boolean(),
      message: z.string(),
      /** To the first word of a chat model, to the whole answer of others. */
      took_ms: z.number().int(),
      code: z.enum(answerFaults).nullable(),
      /** What the endpoint said, without the key. */
      detail: z.string().nullable(),
      /** The address that was called. */
      url: z.string().optional(),
    }),
  },
  setDefault: {
    ...operatorAccess,
    method: 'PUT',
    path: '/api/admin/models/{id}/default',
    summary: 'Makes a model the default of its kind',
    input: z.object({ id }),
    output: noOutput,
  },
  mapApplication: {
    ...operatorAccess,
    method: 'PUT',
    path: '/api/admin/models/applications/{application_id}',
    summary: 'Says which models an application may use, and its default; no models: all of them',
    input: z.object({ application_id: id, model_ids: listOf(id, 50), default_id: id.nullish() }),
    output: noOutput,
  },
} satisfies Endpoints
