import type { AnswerFaultCode } from '@scinav/contract'

interface FaultDetails {
  /** The endpoint's message, for the operator: never shown to a reader, and without the key. */
  detail?: string
  /** The HTTP status of the response. */
  status?: number
  /** The pause that the endpoint asks for. */
  retry_after_ms?: number
  cause?: unknown
}

/** A failure of a model. The message tells what happened and what to do, in Chinese. */
export class ModelFault extends Error {
  readonly code: AnswerFaultCode
  /** Whether the same request may succeed when repeated. */
  readonly retryable: boolean
  readonly detail: string | null
  readonly status: number | null
  readonly retry_after_ms: number | null

  constructor(code: AnswerFaultCode, message: string, retryable: boolean, details: FaultDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.code = code
    this.retryable = retryable
    this.detail = details.detail ?? null
    this.status = details.status ?? null
    this.retry_after_ms = details.retry_after_ms ?? null
  }
}

/** Creates the fault for a connection that broke or could not be established. */
export function connectionFault(cause?: unknown): ModelFault {
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { code?: string }
  return new ModelFault('provider_error', '与模型服务的连接中断，请重试。', true, {
    cause,
    ...(code ? { detail: code } : {}),
  })
}

/** Creates the fault for a response that does not follow the protocol. */
export const malformedFault = (detail: string) =>
  new ModelFault('provider_error', '模型服务返回的内容无法识别，请重试。', true, { detail })

/** Creates the fault for a model that reasoned without answering; `isCut`: the reasoning used up the token limit. */
export const emptyAnswerFault = (isCut: boolean) =>
  new ModelFault(
    'provider_error',
    isCut
      ? '模型的思考用完了长度上限，没有写出回答。请缩小问题，或关闭思考、换一个模型后再试。'
      : '模型只给出了思考过程，没有写出回答。请重试，或关闭思考、换一个模型后再试。',
    true,
    { detail: isCut ? 'only reasoning, cut at the limit' : 'only reasoning' },
  )

const TIMEOUT_MESSAGES = {
  first: '模型服务迟迟没有开始回答，请稍后重试。',
  idle: '模型服务中途停住了，请重试。',
  total: '回答用时过长，已停止，请缩小问题后重试。',
}

/** Creates the fault for a time limit that was reached: to the first token, between tokens, or in total. */
export const timeoutFault = (limit: keyof typeof TIMEOUT_MESSAGES) =>
  new ModelFault('provider_timeout', TIMEOUT_MESSAGES[limit], true, { detail: limit })
