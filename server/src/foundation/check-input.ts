import type { Endpoint } from '@scinav/contract'
import { AppError } from './errors.ts'

/**
 * What came for a call, as its contract reads it.
 *
 * @throws AppError `input.invalid` with `issues: [{ path, message }]`, messages in Chinese.
 */
export function checkInput({ input }: Pick<Endpoint, 'input'>, flat: object): object {
  const parsed = input.safeParse(flat)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('input.invalid', { issues })
}
