// Values of pdf.js have no reliable types: these functions read them and never throw.

/** Returns a numeric argument of an operator, or `fallback`. */
export const numberArgument = (value: unknown, fallback = 0): number =>
  typeof value === 'number' ? value : fallback

/** Returns a list argument of an operator, or an empty list. */
export const listArgument = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns a property of an untyped value, or undefined when the value is no object. */
export const readProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
