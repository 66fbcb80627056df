import { z } from 'zod'
import { answerFaults, citation } from './answers.ts'
import type { Endpoints } from './endpoint.ts'
import { flag, fromDigits, id, listOf, noInput, noOutput } from './shapes.ts'

/** What a model does: answer in a chat, turn texts into vectors, or order passages. */
const modelKind = z.enum(['chat', 'embedding', 'rerank'])

/** A model as an operator sees it. Its key is never returned. */
const operatorModel = z.object({
  id,
  kind: modelKind,
  name: z.string(),
  base_url: z.string(),
  /** The name of the model at the endpoint. */
  model: z.string(),
  context_tokens: z.number().int(),
  /** Whether the operator has declared that the model runs inside the institution. */
  inside: z.boolean(),
  /** Whether text sent to the model leaves the institution: it runs neither on this machine nor inside. */
  external: z.boolean(),
  /** `settings`: configured in the settings and changed only there. */
  source: z.enum(['settings', 'page']),
  active: z.boolean(),
  /** Used where no model is chosen; one per kind. */
  is_default: z.boolean(),
  has_key: z.boolean(),
  /** The last four characters of the key; null for short keys and keys from the settings. */
  key_hint: z.string().nullable(),
  /** Why the model cannot be used, in Chinese. */
  problem: z.string().nullable(),
})

/** A well-known service, offered to an operator who adds a model. */
const modelService = z.object({
  label: z.string(),
  base_url: z.string(),
  /** A common chat model, by its name in the service's documentation; may be empty. */
  model: z.string(),
  /** Whether it usually runs inside the institution. */
  inside: z.boolean(),
})

/** The models that an application may use; an application without an entry may use all. */
const applicationModels = z.object({
  application_id: id,
  model_ids: z.array(id),
  /** Null: the overall default where the application may use it, otherwise its first model. */
  default_id: id.nullable(),
})

/** The address of a model's interface. */
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

/** A model as an operator describes it. */
const modelInput = z.object({
  /** Absent: a new model. */
  id: id.optional(),
  kind: modelKind.default('chat'),
  name: z.string().trim().min(1, '请填写名称').max(60),
  base_url: endpointAddress,
  model: z.string().trim().min(1, '请填写模型名称').max(200),
  /** Absent, null or empty: the stored key is kept. */
  api_key: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^[\x21-\x7e]*$/, '密钥只能由英文字母、数字和符号组成')
    .nullish(),
  /** Whether to delete the stored key. */
  clear_key: flag.default(false),
  context_tokens: fromDigits(z.number().int().min(1_000, '至少 1000').max(10_000_000)).default(32_000),
  inside: flag.default(false),
  active: flag.default(true),
})

/** Flags of all calls for operators. */
const operatorAccess = { access: 'operator', extra: true } as const

/** Calls of operators about models and the applications that use them. For the flags of a call see `Endpoint`. */
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
      services: z.array(modelService),
      /** Tokens that a user may spend per day; 0 means no limit. */
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
      /** Milliseconds until the first word of a chat model, or until the complete response of another kind. */
      took_ms: z.number().int(),
      code: z.enum(answerFaults).nullable(),
      /** The response of the endpoint, without the key. */
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

/** The answer of one of two models that are compared. */
const comparedAnswer = z.object({
  model_id: id,
  name: z.string(),
  answer: z.string(),
  citations: z.array(citation),
  /** Requests to the model. */
  calls: z.number().int(),
  /** Null where the endpoint does not count tokens. */
  prompt_tokens: z.number().int().nullable(),
  completion_tokens: z.number().int().nullable(),
  /** Milliseconds until the first word of the answer; null without one. */
  first_word_ms: z.number().int().nullable(),
  took_ms: z.number().int(),
  /** Why the answer is missing or incomplete, in Chinese. */
  problem: z.string().nullable(),
})

/** The comparison of models by an operator; nothing of it is stored. For the flags of a call see `Endpoint`. */
export const modelComparisonApi = {
  compare: {
    ...operatorAccess,
    method: 'POST',
    path: '/api/admin/model_comparison',
    summary: 'Has two models answer one question from the same evidence; without evidence neither is asked',
    input: z.object({
      question: z.string().trim().min(1, '请填写问题').max(2_000),
      model_ids: listOf(id, 2).refine((ids) => new Set(ids).size === 2, '请选择两个不同的模型'),
    }),
    output: z.object({
      evidence: z.array(z.object({ passage_id: z.string(), title: z.string(), text: z.string() })),
      answers: z.array(comparedAnswer),
    }),
  },
} satisfies Endpoints
