import { promptBehind } from '../models/prompts/index.ts'

/** Small tasks that an answer gives its model beside the answer itself. */
export type HelperTask = 'plan' | 'judge-evidence' | 'revise'

const TASKS: ReadonlySet<string> = new Set(['plan', 'judge-evidence', 'revise'])

type Messages = { role: string; content: string | null }[]

/** Which small task a request is; null for an answer, and for whatever else a model is asked. */
export function helperTask(messages: Messages): HelperTask | null {
  const name = promptBehind(messages[0]?.content ?? '')
  return name !== null && TASKS.has(name) ? (name as HelperTask) : null
}

/** A helper that changes nothing: the question as it was asked, every passage as good as the next, no sentence again. */
export function plainHelper(task: HelperTask, messages: Messages): string {
  const asked = messages.at(-1)?.content ?? ''
  if (task === 'plan') return JSON.stringify({ question: questionIn(asked) })
  if (task === 'revise') return ''
  return [...asked.matchAll(/^(E\d+) /gm)].map(([, id = '']) => `${id} 3 it fits`).join('\n')
}

/** The question that a plan is asked for. */
export function questionIn(asked: string): string {
  return /<question-\w+>\n([\s\S]*)\n<\/question-\w+>/.exec(asked)?.[1] ?? ''
}
