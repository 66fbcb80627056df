import { detectPrompt } from '../models/prompts/index.ts'

/** Small tasks that an answer gives its model beside the answer itself. */
export type HelperTask = 'plan' | 'judge-evidence' | 'revise'

const HELPER_TASKS: ReadonlySet<string> = new Set(['plan', 'judge-evidence', 'revise'])

type ChatMessages = { role: string; content: string | null }[]

/** Which small task a request is; null for an answer, and for whatever else a model is asked. */
export function helperTask(messages: ChatMessages): HelperTask | null {
  const name = detectPrompt(messages[0]?.content ?? '')
  return name !== null && HELPER_TASKS.has(name) ? (name as HelperTask) : null
}

/** A helper that changes nothing: the question as it was asked, every passage as good as the next, no sentence again. */
export function defaultHelperReply(task: HelperTask, messages: ChatMessages): string {
  const asked = messages.at(-1)?.content ?? ''
  if (task === 'plan') return JSON.stringify({ question: extractPlanQuestion(asked) })
  if (task === 'revise') return ''
  return [...asked.matchAll(/^(E\d+) /gm)].map(([, id = '']) => `${id} 3 it fits`).join('\n')
}

/** The question that a plan is asked for. */
export function extractPlanQuestion(asked: string): string {
  return /<question-\w+>\n([\s\S]*)\n<\/question-\w+>/.exec(asked)?.[1] ?? ''
}
