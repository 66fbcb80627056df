import { detectPrompt } from '../models/prompts/index.ts'

/** Helper tasks that an answer gives its model in addition to the answer itself. */
export type HelperTask = 'plan' | 'judge-evidence' | 'revise'

const HELPER_TASKS: ReadonlySet<string> = new Set(['plan', 'judge-evidence', 'revise'])

type ChatMessages = { role: string; content: string | null }[]

/** Returns the helper task of a request; null for an answer or any other request. */
export function helperTask(messages: ChatMessages): HelperTask | null {
  const name = detectPrompt(messages[0]?.content ?? '')
  return name !== null && HELPER_TASKS.has(name) ? (name as HelperTask) : null
}

/** Returns a reply without any effect: the question unchanged, all passages rated equally, no sentence revised. */
export function defaultHelperReply(task: HelperTask, messages: ChatMessages): string {
  const prompt = messages.at(-1)?.content ?? ''
  if (task === 'plan') return JSON.stringify({ question: extractPlanQuestion(prompt) })
  if (task === 'revise') return ''
  return [...prompt.matchAll(/^(E\d+) /gm)].map(([, id = '']) => `${id} 3 it fits`).join('\n')
}

/** Returns the question in the request for a plan. */
export function extractPlanQuestion(prompt: string): string {
  return /<question-\w+>\n([\s\S]*)\n<\/question-\w+>/.exec(prompt)?.[1] ?? ''
}
