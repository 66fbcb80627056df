import { RESEARCH_DEPTHS, RESEARCH_LIMITS, type ResearchKind, type ResearchState } from '@scinav/contract'
import { z } from 'zod'
import { type Language, readQuestion } from '../../language/question/question.ts'
import { sharesWords } from '../../language/question/topic.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import type { ModelMessage } from '../../platform/providers/models/port.ts'
import { type ModelCall, UnusableOutput, WRONG_FORM } from '../model/model-call.ts'
import { taggedData } from '../model/prompt-parts.ts'
import { parseJsonObject, requestValidated } from '../model/request-validated.ts'
import type { NamedSubject } from '../paste/named-works.ts'
import { questionLanguage } from '../paste/work-names.ts'
import { truncateText } from '../run/edit-text.ts'
import { questionWithAnswer } from '../run/research.ts'
import type { DraftStep } from './templates.ts'

/** A plan as returned by a language model. */
interface ModelPlan {
  kind: ResearchKind
  steps: DraftStep[]
}

/** How long the model may take for a plan, ms, and the bound of its reply. */
const PLAN_TIMEOUT_MS = 60_000
const MAX_PLAN_TOKENS = 2_400
const MAX_CHARS = { title: 120, goal: 300, query: 160 }
const MIN_STEPS = 2
/** Maximum number of titles of the exploratory search in the prompt. */
const MAX_TITLES = 10

const lineShape = (maxChars: number) =>
  z.string().transform((text) => stripInvisible(text).replace(/\s+/g, ' ').trim().slice(0, maxChars))

const planShape = z.object({
  kind: z.enum(['definition', 'method', 'comparison', 'effect', 'trend']).nullable().catch(null),
  steps: z.array(
    z.object({
      title: lineShape(MAX_CHARS.title).pipe(z.string().min(1)),
      goal: lineShape(MAX_CHARS.goal).catch(''),
      queries: z.array(lineShape(MAX_CHARS.query)).catch([]),
    }),
  ),
})

/**
 * Requests a plan for a research run from a language model. Rejected versions are part of the prompt, so that the model
 * returns a different plan.
 *
 * @throws UnusableOutput when the output is no plan, is in another language or is about another subject; ModelFault;
 * TimeoutError.
 */
export async function requestPlan(
  call: ModelCall,
  { state, named, now }: { state: ResearchState; named: NamedSubject | null; now: Date },
): Promise<ModelPlan> {
  const { output } = await requestValidated(call, {
    messages: planMessages(call, { state, named, now }),
    max_tokens: MAX_PLAN_TOKENS,
    within_ms: PLAN_TIMEOUT_MS,
    read: (text) => validatePlan(parseJsonObject(text), state),
  })
  return output
}

/** Maximum length of the pasted text in the prompt, in characters. */
const MAX_PASTED_CHARS = 3_000
/** The question of the prompt when the user pasted works without asking anything. */
const PASTED_ONLY_QUESTION = '这些文献说了什么；在它们之前和之后，同一主题有哪些研究？'

/**
 * Returns the labeled blocks of the prompt: the user's question, the pasted text and the named works; without named
 * works the whole text is the question.
 */
function questionBlocks(state: ResearchState, named: NamedSubject | null): [string, string][] {
  if (!named) return [['question', questionWithAnswer(state)]]
  const works = named.works.map(
    ({ title, given, year, paper_id }) =>
      `${title ?? given}${year === null ? '' : ` (${year})`}: ${paper_id === null ? 'not in the library' : 'in the library'}`,
  )
  const about = named.subjects.length > 0 ? [`subjects: ${named.subjects.join('; ')}`] : []
  return [
    ['question', named.rest === '' ? PASTED_ONLY_QUESTION : named.rest],
    ['pasted', truncateText(state.question, MAX_PASTED_CHARS)],
    ['works', [...works, ...about].join('\n')],
  ]
}

/** Returns the prompt: the question, what the exploratory search found, and the steps of rejected plans. */
function planMessages(
  { nonce }: ModelCall,
  { state, named, now }: { state: ResearchState; named: NamedSubject | null; now: Date },
): ModelMessage[] {
  const block = (name: string, text: string) => taggedData(name, text, nonce)
  const titles = state.read
    .filter(({ document_id, file_id }) => document_id === null && file_id === null)
    .slice(0, MAX_TITLES)
    .map(({ title }) => title.replace(/\s+/g, ' '))
  const rejected = state.plans.flatMap(({ steps }) => steps.map(({ title }) => title))
  const [fewest, most] = RESEARCH_DEPTHS[state.depth].steps
  return [
    {
      role: 'system',
      content: renderPrompt('research-plan', {
        today: now.toISOString().slice(0, 10),
        nonce,
        fewest: String(fewest),
        most: String(most),
      }),
    },
    {
      role: 'user',
      content: [
        ...questionBlocks(state, named).map(([name, text]) => block(name, text)),
        ...(titles.length > 0 ? [block('found', titles.join('\n'))] : []),
        ...(rejected.length > 0 ? [block('not-wanted', rejected.join('\n'))] : []),
      ].join('\n\n'),
    },
  ]
}

/** Returns the usable steps of a model's plan; throws `UnusableOutput` with the reason when it is none. */
function validatePlan(raw: unknown, state: ResearchState): ModelPlan {
  const { success, data } = planShape.safeParse(raw)
  if (!success) throw new UnusableOutput(WRONG_FORM)
  const [, maxSteps] = RESEARCH_DEPTHS[state.depth].steps
  const steps = distinctSteps(data.steps).slice(0, maxSteps).map(withDistinctQueries)
  if (steps.length < MIN_STEPS) throw new UnusableOutput('模型的计划不足两步')
  const language = questionLanguage(state.question)
  if (!steps.every(({ title, goal }) => isInLanguage(language, title + goal)))
    throw new UnusableOutput('模型的计划与问题的语言不一致')
  const planText = steps.flatMap(({ title, goal, queries }) => [title, goal, ...queries]).join('\n')
  if (!sharesWords(questionWithAnswer(state), planText)) throw new UnusableOutput('模型的计划与问题无关')
  return { kind: data.kind ?? state.background?.kind ?? 'trend', steps }
}

const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Returns whether a text is in the language: Chinese text may contain Latin names, English text contains no Chinese.
 */
const isInLanguage = (language: Language, text: string) => HAN_CHARACTER.test(text) === (language === 'zh')

/** Removes steps with the title of an earlier one. */
function distinctSteps<Step extends { title: string }>(steps: Step[]): Step[] {
  return [...new Map(steps.toReversed().map((step) => [step.title, step])).values()].toReversed()
}

/** Removes duplicate queries of a step and limits their number; a step without queries gets one made from its title. */
function withDistinctQueries({ title, goal, queries }: DraftStep): DraftStep {
  const distinct = [...new Set(queries)]
    .filter((query) => query !== '')
    .slice(0, RESEARCH_LIMITS.queries_a_step)
  return { title, goal, queries: distinct.length > 0 ? distinct : [readQuestion(title).query || title] }
}
