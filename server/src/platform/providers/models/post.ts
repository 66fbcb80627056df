import { endpointProfile } from './endpoint-profiles.ts'
import { connectionFault, ModelFault, malformedFault } from './fault.ts'
import { readRefusal } from './refusal.ts'

/** The endpoint of a model and its name there. */
export interface ModelEndpoint {
  /** Without a trailing slash, such as `https://api.example.com/v1`. */
  base_url: string
  api_key: string | null
  /** The model's name at the endpoint. */
  model: string
}

/** Error codes of addresses at which nothing answers. */
const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Sends a request. The address was entered by an operator and may be private, since an institution's own model may run
 * on this machine or next to it. Redirects are not followed, so that the key is sent nowhere else.
 *
 * @throws ModelFault; the signal's reason.
 */
export async function postJson(
  endpoint: ModelEndpoint,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  const { base_url, api_key } = endpoint
  const headers = { 'content-type': 'application/json', ...keyHeader(endpoint) }
  const init = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'error', signal } as const
  const response = await fetch(`${base_url}${path}`, init).catch((error) => {
    throw signal.aborted ? signal.reason : unreachableFault(error)
  })
  if (!response.ok) throw await readRefusal(response, api_key)
  return response
}

function keyHeader(endpoint: ModelEndpoint): Record<string, string> {
  if (!endpoint.api_key) return {}
  const { key_header } = endpointProfile(endpoint)
  return key_header ? { [key_header]: endpoint.api_key } : { authorization: `Bearer ${endpoint.api_key}` }
}

/** Codes of faults of a certificate, such as `CERT_HAS_EXPIRED` and `UNABLE_TO_VERIFY_LEAF_SIGNATURE`. */
const CERTIFICATE_CODE = /CERT|SIGNATURE/
/** Those of certificates whose issuer is not trusted here. */
const UNKNOWN_AUTHORITY = /^(?:UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED)/

/** Converts a failure to connect. */
function unreachableFault(error: Error): ModelFault {
  const { code } = (error.cause ?? {}) as { code?: string }
  if (code && CERTIFICATE_CODE.test(code)) return certificateFault(code, error)
  if (!code || !UNREACHABLE_CODES.has(code)) return connectionFault(error)
  const details = { detail: code, cause: error }
  return new ModelFault('provider_error', '连接不上模型服务，请稍后重试或联系管理员。', true, details)
}

/** Creates the fault of a certificate that is not trusted; never worth a retry. */
function certificateFault(code: string, cause: Error): ModelFault {
  const advice = UNKNOWN_AUTHORITY.test(code)
    ? '；由机构自己的 CA 签发时，用环境变量 NODE_EXTRA_CA_CERTS 指定它的 PEM 文件并重启'
    : ''
  const details = { detail: `${code}${advice}`, cause }
  return new ModelFault('provider_error', '模型服务的证书不被信任，请联系管理员。', false, details)
}

/** Longest part of a malformed body in the fault's detail. */
const MAX_DETAIL_CHARS = 200

/**
 * Reads the whole body as JSON.
 *
 * @throws ModelFault when it is not a JSON object or array, or larger than `max_bytes`.
 */
export async function readJson(response: Response, max_bytes: number): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > max_bytes) throw malformedFault('the answer is too large')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    // A bare array is treated as an object that has it under `results`.
    if (Array.isArray(value)) return { results: value }
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // Reported below, like every other body that is not an object.
  }
  throw malformedFault(text.slice(0, MAX_DETAIL_CHARS))
}

/** Converts an error during a model call into the one its caller receives: the reason of an abort, or a ModelFault. */
export function toModelError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof ModelFault) return error
  return error instanceof RangeError ? malformedFault(error.message) : connectionFault(error)
}
