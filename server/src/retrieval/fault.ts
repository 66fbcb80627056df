import { type AnswerFaultCode, answerFaults } from '@scinav/contract'
import { AppError } from '../platform/foundation/errors.ts'

/** The failure of an answer. The message tells the reader in Chinese what happened and what to do. */
export class AnswerFault extends Error {
  readonly code: AnswerFaultCode
  /** Whether the same question may succeed when repeated. */
  readonly retryable: boolean

  constructor(code: AnswerFaultCode, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

/**
 * Converts an error to the fault that the reader sees. Errors with a known fault code, such as a model's, keep code and
 * message; others become `fallback` with a general message, and their own message is kept only as the cause.
 */
export function toAnswerFault(error: unknown, fallback: 'internal' | 'retrieval_failed'): AnswerFault {
  if (error instanceof AnswerFault) return error
  // Missing permissions and limits have a message for the user already.
  if (error instanceof AppError) return new AnswerFault('retrieval_failed', error.message, false)
  const { code, message, retryable } = error as Partial<Record<'code' | 'message' | 'retryable', unknown>>
  const known = answerFaults.find((each) => each === code)
  if (known && typeof message === 'string')
    return withCause(error, new AnswerFault(known, message, retryable === true))
  return withCause(error, new AnswerFault(fallback, FAULT_MESSAGES[fallback], true))
}

function withCause(cause: unknown, fault: AnswerFault): AnswerFault {
  fault.cause = cause
  return fault
}

const FAULT_MESSAGES = {
  internal: '生成回答时出现内部错误，请重试。',
  retrieval_failed: '检索文献时出错，请稍后重试。',
} as const
