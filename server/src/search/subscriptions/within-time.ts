import type { BaseContext } from '../../platform/context/context.ts'

/** One list or one mail of a person's keeps the searches of all others waiting no longer. */
const MAX_TOTAL_MS = 10_000
const MAX_CONCURRENT = 2

/** Asks for one after another until the time is over. Those whose turn did not come have no answer. */
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
