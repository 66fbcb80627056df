import type { BaseContext } from '../../platform/context/context.ts'

/**
 * Maximum total time for the searches of one list or mail, in milliseconds, so that they do not delay the searches of
 * other users for longer.
 */
const MAX_TOTAL_MS = 10_000
const MAX_CONCURRENT = 2

/**
 * Runs `ask` for the items in order until the time is used up. Items that were not reached have no entry in the
 * result.
 */
export async function mapWithinTime<Asked, Answer>(
  { now }: Pick<BaseContext, 'now'>,
  all: Asked[],
  ask: (one: Asked) => Promise<Answer>,
): Promise<Map<Asked, Answer>> {
  const until = now().getTime() + MAX_TOTAL_MS
  const answers = new Map<Asked, Answer>()
  const left = all.values()
  const askOn = async () => {
    for (const one of left) {
      if (now().getTime() >= until) return
      answers.set(one, await ask(one))
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, askOn))
  return answers
}
