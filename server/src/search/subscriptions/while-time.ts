import type { BaseContext } from '../../platform/context/context.ts'

/** One list or one mail of a person's keeps the searches of all others waiting no longer. */
const LONGEST_MS = 10_000
const AT_ONCE = 2

/** Asks for one after another until the time is over. Those whose turn did not come have no answer. */
export async function whileTime<Asked, Answer>(
  { now }: Pick<BaseContext, 'now'>,
  all: Asked[],
  ask: (one: Asked) => Promise<Answer>,
): Promise<Map<Asked, Answer>> {
  const until = now().getTime() + LONGEST_MS
  const answers = new Map<Asked, Answer>()
  const left = all.values()
  const askOn = async () => {
    for (const one of left) {
      if (now().getTime() >= until) return
      answers.set(one, await ask(one))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  return answers
}
