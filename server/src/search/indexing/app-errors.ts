import { ConditionsRefused, SearchTooLong, SearchUnavailable } from '@scinav/search'
import { AppError } from '../../platform/foundation/errors.ts'

/** A search that was given up is the person's to change, as is a condition that says nothing. */
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

/** The same of everything that an engine is asked, be it a search or something beside. */
export function withAppErrors<Engine extends object>(engine: Engine): Engine {
  const asked = Object.entries(engine).map(([name, ask]) => [
    name,
    (...args: unknown[]) => {
      const answer: unknown = ask(...args)
      return answer instanceof Promise ? mapSearchErrors(answer) : answer
    },
  ])
  // The same functions with the same answers.
  return Object.fromEntries(asked) as Engine
}
