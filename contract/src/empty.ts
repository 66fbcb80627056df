/**
 * Returns whether a value counts as empty on the wire: "", undefined, null, the strings "undefined" and "null", `{}`
 * and `[]`. Zero and `false` are values.
 *
 * Source: specification §5.
 */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return ['', 'undefined', 'null'].includes(value)
  if (Array.isArray(value)) return value.length === 0
  if (value instanceof Date) return false
  return typeof value === 'object' && Object.keys(value).length === 0
}
