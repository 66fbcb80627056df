/** An error as it goes from thread to thread: cloned, it would lose what others have added to it. */
export interface SerializedError {
  message: string
  /** Its stack, and what it has beside what every error has, such as `code`. */
  fields: Record<string, unknown>
}

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  return { message: error.message, fields: { ...error, stack: error.stack } }
}

/** The error that was told (`tellFault`). */
export const deserializeError = ({ message, fields }: SerializedError): Error =>
  Object.assign(new Error(message), fields)
