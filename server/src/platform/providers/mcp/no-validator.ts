/**
 * Replaces the package's compiler of JSON schemas, which would compile schemas from another server, or create a
 * compiler per request. The owner of a tool validates its arguments.
 */
export const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'unsupported' }),
}
