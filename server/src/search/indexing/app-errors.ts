import { ConditionsRefused, SearchTooLong, SearchUnavailable } from '@scinav/search'
import { AppError } from '../../platform/foundation/errors.ts'

/**
 * Translates errors of the search engine to application errors: a search given up for taking too long, an unavailable
 * engine, and invalid conditions, which the user can correct.
 */
async function mapSearchErrors<Found>(searching: Promise<Found>): Promise<Found> {
  try {
    return await searching
  } catch (error) {
    if (error instanceof SearchTooLong) throw new AppError('search.too_long')
    if (error instanceof SearchUnavailable) throw new AppError('search.unavailable')
    if (error instanceof ConditionsRefused) throw new AppError('input.invalid', { issues: error.issues })
    throw error
  }
}

/** Wraps every method of an engine, whether it searches or not, so that rejections become application errors. */
export function withAppErrors<Engine extends object>(engine: Engine): Engine {
  const wrapped = Object.entries(engine).map(([name, method]) => [
    name,
    (...args: unknown[]) => {
      const result: unknown = method(...args)
      return result instanceof Promise ? mapSearchErrors(result) : result
    },
  ])
  // The wrapped functions keep their signatures and results.
  return Object.fromEntries(wrapped) as Engine
}
