/**
 * An error in a form that can be sent between threads. Structured cloning of an error drops the properties added to it.
 */
export interface SerializedError {
  message: string
  /** The stack and the error's own enumerable properties, such as `code`. */
  fields: Record<string, unknown>
}

/** Converts an error, or any thrown value, into a form that can be sent between threads. */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  return { message: error.message, fields: { ...error, stack: error.stack } }
}

/** Restores an error that `serializeError` has serialized; its class is always `Error`. */
export const deserializeError = ({ message, fields }: SerializedError): Error =>
  Object.assign(new Error(message), fields)
