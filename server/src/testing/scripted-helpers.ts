import { detectPrompt } from '../models/prompts/index.ts'

/** Helper tasks that an answer gives its model in addition to the answer itself. */
export type HelperTask = 'plan' | 'judge-evidence' | 'judge-citations' | 'revise'

const HELPER_TASKS: ReadonlySet<string> = new Set(['plan', 'judge-evidence', 'judge-citations', 'revise'])

type ChatMessages = { role: string; content: string | null }[]

/** Returns the helper task of a request; null for an answer or any other request. */
export function helperTask(messages: ChatMessages): HelperTask | null {
  const name = detectPrompt(messages[0]?.content ?? '')
  return name !== null && HELPER_TASKS.has(name) ? (name as HelperTask) : null
}

/** Returns a reply without any effect: the question unchanged, all passages rated equally, every claim supported, no
 * sentence revised. */
export function defaultHelperReply(task: HelperTask, messages: ChatMessages): string {
  const prompt = messages.at(-1)?.content ?? ''
  if (task === 'plan') return JSON.stringify({ question: extractPlanQuestion(prompt) })
  if (task === 'revise') return ''
  if (task === 'judge-citations') return verdictsOn(prompt, () => 'supported')
  return [...prompt.matchAll(/^(E\d+) /gm)].map(([, id = '']) => `${id} 3 it fits`).join('\n')
}

/** Returns the question in the request for a plan. */
export function extractPlanQuestion(prompt: string): string {
  return /<question-\w+>\n([\s\S]*)\n<\/question-\w+>/.exec(prompt)?.[1] ?? ''
}

/** Writes a reply with a verdict on every claim of a request for judgement, by its number from 1 and its text. */
export function verdictsOn(
  prompt: string,
  verdictOf: (claim: string, id: number) => string | { verdict: string; fault: string },
): string {
  const claims = [...prompt.matchAll(/^(\d+)\.\n(?:before: .*\n)?claim: (.*)$/gm)]
  const verdicts = claims.map(([, id, claim = '']) => {
    const verdict = verdictOf(claim, Number(id))
    return { id: Number(id), ...(typeof verdict === 'string' ? { fault: '', verdict } : verdict) }
  })
  return JSON.stringify({ verdicts })
}
