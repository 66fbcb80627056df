import { modelBaseUrl } from '@scinav/contract'
import { z } from 'zod'
import { brokenRules, type SettingFault } from './shapes.ts'

/** The address of an endpoint, normalized by `modelBaseUrl` if it is valid. */
const endpointShape = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: '应是以 http:// 或 https:// 开头的地址',
  })
  .refine((text) => !text.includes('#'), { error: '地址里不能有 #' })
  .transform((text) => (URL.canParse(text) ? modelBaseUrl(text) : text))

/** `on` or `off`, as a boolean. */
const onOffShape = z.enum(['on', 'off'], '应是 on 或 off').transform((value) => value === 'on')
/** Size of a model's context window, tokens. */
const contextTokensShape = z.coerce.number('应是整数').int('应是整数').min(1_000, '至少 1000').max(10_000_000)

/** One of several models, as listed in the configuration file. */
const namedModelShape = z.strictObject({
  /** The identifier in records and calls; it stays the same when the rest changes. */
  id: z.string().regex(/^[\w.-]{1,64}$/, '由字母、数字、点、横线和下划线组成，最长 64 个字符'),
  kind: z.enum(['chat', 'embedding', 'rerank'], '应是 chat、embedding 或 rerank').default('chat'),
  /** The name that people read; the id when omitted. */
  name: z.string().min(1).max(60).optional(),
  base_url: endpointShape,
  api_key: z.string().optional(),
  /** The model's name at the endpoint. */
  model: z.string().min(1).max(200),
  context_tokens: contextTokensShape.default(32_000),
  /** Whether it runs inside the institution: text sent to it does not count as leaving. */
  inside: z.boolean().default(false),
})

/** Settings of language models; config.ts reads them with the others. */
export const aiSettings = {
  AI_BASE_URL: endpointShape.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().max(200).optional(),
  AI_EMBEDDING_MODEL: z.string().max(200).optional(),
  /**
   * How the embedding model distinguishes a query from a passage: not at all, by E5's prefixes, or by the field
   * `input_type`.
   */
  AI_EMBEDDING_ROLES: z
    .enum(['none', 'prefix', 'input_type'], '应是 none、prefix 或 input_type')
    .default('none'),
  AI_RERANK_MODEL: z.string().max(200).optional(),
  AI_CONTEXT_TOKENS: contextTokensShape.default(32_000),
  AI_INSIDE: onOffShape.default(false),
  AI_MODELS: z.preprocess(parseJsonText, z.array(namedModelShape, '应是模型的列表').max(50)).default([]),
  /** Tokens that each person may use a day; 0: no limit. */
  AI_TOKENS_PER_DAY: z.coerce
    .number('应是整数')
    .int('应是整数')
    .min(0, '应是 0（不限）或正整数')
    .default(500_000),
  /** `model`: after an answer a model checks its citations; `words`: only contradictions that words show are marked. */
  AI_CITATION_CHECK: z.enum(['words', 'model'], '应是 words 或 model').default('model'),
  /** The model that checks citations: the id of a configured one, or a name at `AI_BASE_URL`; else the one that answers. */
  AI_CHECK_MODEL: z.string().max(200).optional(),
  /** How long a model is waited for: until its first token, and between two tokens. */
  AI_WAIT_SECONDS: z.coerce.number('应是秒数').min(1, '至少 1').max(600, '至多 600').default(60),
}

/** Parses a list from JSON text; an environment variable can carry it only as text. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    // Text that is not JSON is then refused by the schema as not being a list.
    return value
  }
}

type AiSettings = z.output<z.ZodObject<typeof aiSettings>>

/** Checks settings that depend on each other, and returns what is wrong. */
export function aiFaults(value: AiSettings): SettingFault[] {
  const { AI_BASE_URL, AI_MODEL, AI_EMBEDDING_MODEL, AI_RERANK_MODEL, AI_MODELS } = value
  const hasModelName = AI_MODEL || AI_EMBEDDING_MODEL || AI_RERANK_MODEL
  const ids = AI_MODELS.map((model) => model.id)
  return brokenRules([
    [Boolean(hasModelName) && !AI_BASE_URL, 'AI_BASE_URL', '设置了模型名称时必须填写'],
    [Boolean(AI_BASE_URL) && !hasModelName, 'AI_MODEL', '设置了 AI_BASE_URL 时必须填写'],
    [new Set(ids).size < ids.length, 'AI_MODELS', '各个模型的 id 不能相同'],
  ])
}
