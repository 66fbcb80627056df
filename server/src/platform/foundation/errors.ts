import { type ProblemId, problemMessage } from '@scinav/contract'

/**
 * An expected failure. `id` names it; the catalogue in the contract has its status and message. `details` are sent in
 * the envelope's `data` next to `problem`: `issues`, `retry_after` (seconds), `limit` …; `path` is the field that a 400
 * of one issue is about, when it differs from the catalogue's.
 */
export class AppError extends Error {
  readonly id: ProblemId
  readonly details: Record<string, unknown>

  constructor(id: ProblemId, details: Record<string, unknown> = {}) {
    super(problemMessage(id, details))
    this.id = id
    this.details = details
  }
}

/** A problem outside the program that its operator can fix; the message describes it in Chinese. */
export class OperatorFault extends Error {}

/** The database cannot be reached, or its connection broke; `code` is the error code of the system. */
export class DatabaseUnavailable extends Error {
  readonly code: string

  constructor(code: string, options: ErrorOptions) {
    super('the database cannot be reached', options)
    this.code = code
  }
}

/** Creates an `input.invalid` error with one issue. */
export function invalidInput(path: string, message: string): AppError {
  return new AppError('input.invalid', { issues: [{ path, message }] })
}
