/**
 * In the place of the package's own compiler of JSON schemas: it would compile what another server sends, or make a
 * new compiler with every request. Arguments are checked by whoever owns the tool.
 */
export const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'unsupported' }),
}
