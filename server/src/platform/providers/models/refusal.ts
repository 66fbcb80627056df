import { ModelFault } from './fault.ts'

/** Longest detail of a fault. */
const MAX_DETAIL_CHARS = 300
/** Where reading the body of a refusal stops. */
const MAX_BODY_CHARS = 16 * 1024

// Endpoints name the same failure in many ways; these are the words of OpenAI, Azure, vLLM, Ollama, DeepSeek, Qwen, GLM
// and Kimi.
const CONTEXT_TOO_LONG =
  /context[_ ]?length|context window|maximum context|max_model_len|too many (?:input )?tokens|prompt is too long|(?:input|prompt) (?:length|is too long)|token limit|上下文|长度超|超过.{0,8}长度/i
const CONTENT_FILTERED =
  /content[_ ]?filter|content[_ ]policy|data_?inspection|content exists risk|responsible_?ai|sensitive|敏感|不合规|内容安全/i
const QUOTA_EXHAUSTED = /insufficient[_ ](?:quota|balance)|exceeded your current quota|arrearage|余额|欠费/i
const AUTHENTICATION_FAILED =
  /invalid[_ ]api[_ ]key|incorrect api key|unauthorized|authentication|permission/i
const RATE_LIMITED = /rate[_ ]?limit|too many requests|overloaded|engine_overloaded/i

/** Interprets a refused request by its status, its text and its headers. */
export async function readRefusal(response: Response, api_key: string | null): Promise<ModelFault> {
  const detail = refusalDetail(await readLimitedText(response), api_key)
  return refusalFault(response.status, detail, retryAfter(response.headers))
}

/** Interprets an error that an endpoint sent as a frame of its stream, or as a body with status 200. */
export function frameFault(error: object, api_key: string | null): ModelFault {
  const detail = refusalDetail(JSON.stringify(error), api_key)
  const { code, status } = error as { code?: unknown; status?: unknown }
  const http_status = [code, status].map(Number).find((number) => number >= 400 && number < 600)
  if (http_status) return refusalFault(http_status, detail, null)
  if (RATE_LIMITED.test(detail)) return refusalFault(429, detail, null)
  if (AUTHENTICATION_FAILED.test(detail)) return refusalFault(401, detail, null)
  return isAboutInput(detail) ? refusalFault(400, detail, null) : refusalFault(500, detail, null)
}

const isAboutInput = (detail: string) => CONTEXT_TOO_LONG.test(detail) || CONTENT_FILTERED.test(detail)

/** Creates the fault for content that the endpoint's moderation refused. */
export const filteredFault = (detail?: string) =>
  new ModelFault(
    'content_filtered',
    '模型服务的内容审核拒绝了这次请求，请换一种说法。',
    false,
    detail ? { detail } : {},
  )

/** Creates the fault for a status and the endpoint's message; the message decides where statuses are used loosely. */
function refusalFault(status: number, detail: string, retry_after_ms: number | null): ModelFault {
  const details = { status, detail, ...(retry_after_ms === null ? {} : { retry_after_ms }) }
  if (status === 402 || (status < 500 && QUOTA_EXHAUSTED.test(detail)))
    return new ModelFault('provider_rate_limited', '模型服务的账户额度已用完，请联系管理员。', false, details)
  if (status === 429)
    return new ModelFault('provider_rate_limited', '模型服务现在请求过多，请稍后重试。', true, details)
  if (status === 413 || (status < 500 && CONTEXT_TOO_LONG.test(detail)))
    return new ModelFault(
      'context_too_long',
      '内容超过了模型的长度上限，请缩短问题或减少资料。',
      false,
      details,
    )
  if (status < 500 && CONTENT_FILTERED.test(detail)) return filteredFault(detail)
  return statusFault(status, details)
}

/** Creates the fault for a status alone. */
function statusFault(status: number, details: { status: number; detail: string }): ModelFault {
  if (status === 401 || status === 403)
    return new ModelFault('provider_auth', '模型服务不接受当前的密钥，请联系管理员。', false, details)
  if (status === 408 || status === 504)
    return new ModelFault('provider_timeout', '模型服务处理超时，请稍后重试。', true, details)
  if (status === 404)
    return new ModelFault('provider_error', '模型服务没有这个模型或接口，请联系管理员。', false, details)
  if (status < 500)
    return new ModelFault('provider_error', '模型服务拒绝了这次请求，请联系管理员。', false, details)
  return new ModelFault('provider_error', '模型服务出错了，请稍后重试。', true, details)
}

/** Returns the endpoint's message, truncated and without the key. */
function refusalDetail(text: string, api_key: string | null): string {
  const redacted = api_key ? text.replaceAll(api_key, '***') : text
  return redacted.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DETAIL_CHARS)
}

/** Reads the beginning of a body, one chunk more than `MAX_BODY_CHARS` at most; what has arrived when it breaks off. */
async function readLimitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > MAX_BODY_CHARS) break
    }
  } catch {
    // The status suffices when the body breaks off.
  }
  return text
}

/**
 * Reads `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or `retry-after-ms`, which some endpoints send; in
 * milliseconds. Null without such a header.
 */
function retryAfter(headers: Headers): number | null {
  const milliseconds = headers.get('retry-after-ms')
  if (milliseconds && Number(milliseconds) >= 0) return Number(milliseconds)
  const value = headers.get('retry-after')
  if (!value) return null
  if (Number(value) >= 0) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
