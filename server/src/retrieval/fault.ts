import { type AnswerFaultCode, answerFaults } from '@scinav/contract'
import { AppError } from '../platform/foundation/errors.ts'

/** An answer that could not be made. The message says what happened and what to do, in Chinese. */
export class AnswerFault extends Error {
  readonly code: AnswerFaultCode
  /** The same question may work now. */
  readonly retryable: boolean

  constructor(code: AnswerFaultCode, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

/**
 * A failure as the reader of an answer learns of it. Faults that name a code (those of a model do) keep it; what else
 * rises is ours: `fallback` says in which part of the work, and its own message stays out of sight.
 */
export function toAnswerFault(error: unknown, fallback: 'internal' | 'retrieval_failed'): AnswerFault {
  if (error instanceof AnswerFault) return error
  // What the person may not read, or has to wait for: the catalogue says it.
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
