import type { UnderstoodQuestion } from '@scinav/contract'
import type { Intent } from '../../language/question/intent.ts'
import { readQuestion } from '../../language/question/question.ts'
import type { Evidence } from '../../retrieval/index.ts'
import type { Plan } from './plan.ts'
import type { PlannedSearch } from './planned-search.ts'
import { DEFAULT_PROMPT_OPTIONS, type PromptOptions } from './prompt.ts'
import type { AnswerTask } from '../task/task.ts'

/** Returns whether a request needs no evidence: it is about the last answer, or talk for which nothing was found. */
export function needsNoEvidence(intent: Intent, plan: Plan | null, evidence: Evidence[]): boolean {
  if (intent !== 'question') return true
  return plan?.intent === 'last_answer' || (plan?.intent === 'talk' && evidence.length === 0)
}

const ANSWER_FORMS = {
  number: 'number',
  year: 'number',
  definition: 'definition',
  cause: 'cause',
  list: 'list',
  limitation: 'aspect',
  conclusion: 'aspect',
  comparison: 'comparison',
  method: 'method',
  'yes-no': 'yes_no',
  other: 'other',
} as const

/** Returns how to write the answer: as the plan determines, else as the words of the question show. */
export function promptOptions(
  { question: asked, history }: Pick<AnswerTask, 'question' | 'history'>,
  plan: Plan | null,
  search: PlannedSearch,
  only_words: boolean,
): PromptOptions {
  const { question } = search.retrieval
  const byWords = ANSWER_FORMS[question.type]
  if (!plan) return { ...DEFAULT_PROMPT_OPTIONS, form: byWords, only_words }
  const standalone = plan.question === readQuestion(asked).text || history.length === 0 ? null : plan.question
  const form = plan.type === 'other' ? byWords : plan.type
  return { form, parts: plan.parts, standalone, only_words }
}

/** Adds the plan to what the rules understood of a question. */
export function understoodWithPlan(shown: UnderstoodQuestion, plan: Plan | null): UnderstoodQuestion {
  if (!plan) return shown
  const searched_as = plan.question === shown.text ? shown.searched_as : plan.question
  return { ...shown, searched_as, parts: plan.parts.length > 1 ? plan.parts : shown.parts }
}
