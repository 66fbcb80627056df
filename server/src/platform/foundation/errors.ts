import { type ProblemId, problemMessage } from '@scinav/contract'

/**
 * An expected failure. `id` names it; the catalogue in the contract says the rest.
 *
 * `details` go into the envelope's `data` beside `problem`: `issues`, `retry_after` (seconds), `limit` …; `path` is the
 * field that a 400 of one issue is about, where the catalogue means another.
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

/** Something outside of the program that its operator can mend; the message says what, in Chinese. */
export class OperatorFault extends Error {}

/** The database cannot be reached, or the line to it broke off; `code` is what the system said. */
export class DatabaseUnavailable extends Error {
  readonly code: string

  constructor(code: string, options: ErrorOptions) {
    super('the database cannot be reached', options)
    this.code = code
  }
}

/** Refused input: one sentence at one field. */
export function invalidInput(path: string, message: string): AppError {
  return new AppError('input.invalid', { issues: [{ path, message }] })
}
