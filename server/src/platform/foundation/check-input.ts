import { type Endpoint, withoutNul } from '@scinav/contract'
import { AppError } from './errors.ts'

/**
 * Returns the value without NUL characters in its strings and property names, because not every database accepts them.
 */
export function stripNul<Value>(value: Value): Value {
  // Nearly always there is none, and nothing is copied.
  return hasNul(value) ? (stripNulDeep(value) as Value) : value
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasNul)
  return Object.entries(value).some(([name, each]) => name.includes('\0') || hasNul(each))
}

/** Returns the value with NUL removed from all strings and property names in it. */
function stripNulDeep(value: unknown): unknown {
  if (typeof value === 'string') return withoutNul(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(stripNulDeep)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [withoutNul(name), stripNulDeep(each)]),
  )
}

/**
 * Validates the input of a call by its contract, without NUL characters, and returns it as the contract parses it.
 *
 * @throws AppError `input.invalid` with `issues: [{ path, message }]`, messages in Chinese.
 */
export function checkInput({ input }: Pick<Endpoint, 'input'>, value: object): object {
  const parsed = input.safeParse(stripNul(value))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('input.invalid', { issues })
}
