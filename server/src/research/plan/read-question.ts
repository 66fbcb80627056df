import type { ResearchKind, ResearchState } from '@scinav/contract'
import { languageDataLoaded, understandForAnswer } from '../../answers/index.ts'
import { splitQuestion } from '../../language/question/parts.ts'
import { type Language, type Question, readQuestion } from '../../language/question/question.ts'
import { isAsking } from '../../language/question/question-type.ts'
import type { Context } from '../../platform/context/context.ts'
import { findNamedWorks, type NamedSubject } from '../paste/named-works.ts'
import { stripPointers } from '../paste/pointers.ts'
import { questionLanguage } from '../paste/work-names.ts'
import { clampQuery, joinDistinctWords } from '../run/edit-text.ts'
import { condenseQuestion, LITERATURE_REQUEST } from './long-question.ts'
import { findNamedSubject, worksTopic } from './named-subject.ts'
import { separateQuestions } from './parts.ts'
import { researchKind } from './question-kind.ts'
import { questionTopic, questionWithTerm, searchedText, stripFraming } from './question-topic.ts'

type QuestionUnderstanding = Awaited<ReturnType<typeof understandForAnswer>>

/** The analysis of a research question. */
export interface ResearchQuestion {
  /** The main question without the phrases that only frame it. */
  parsed: Question
  language: Language
  kind: ResearchKind
  /** The search query: the question's content words. */
  topic: string
  /** The parts of a question that asks several things; empty for a single question. */
  parts: string[]
  /** Constraints of the question, in the form used for searches of the library. */
  constraints: QuestionUnderstanding['constraints']
  /** Words that sources must not contain. */
  negated: QuestionUnderstanding['negated']
  /** The constraints and negations as labels for the reader: 「2020 年以后」. */
  constraintLabels: string[]
  /** The works that the question names by a reference, and their subjects; null for a question without. */
  named: NamedSubject | null
  /**
   * The text in which sources must spell names as given; pasted references are excluded, since they keep their printed
   * spelling.
   */
  textWithNames: string
}

/** The analysis of each run by its context, with the texts from which it was made. */
const questionCache = new WeakMap<Context, { key: string; question: Promise<ResearchQuestion> }>()

/** Analyzes the question of a research run by rules. The result is cached per context, so that all steps share it. */
export function readResearchQuestion(ctx: Context, state: ResearchState): Promise<ResearchQuestion> {
  const key = JSON.stringify([state.question, state.clarification])
  const cached = questionCache.get(ctx)
  if (cached?.key === key) return cached.question
  const question = parseResearchQuestion(ctx, state)
  questionCache.set(ctx, { key, question })
  // A failed analysis is tried again by the next step.
  question.catch(() => questionCache.delete(ctx))
  return question
}

/** Reads a question: separates pasted works, condenses what is long, and derives topic, parts and constraints. */
async function parseResearchQuestion(ctx: Context, state: ResearchState): Promise<ResearchQuestion> {
  await languageDataLoaded()
  const language = questionLanguage(state.question)
  const pasted = await findNamedWorks(ctx, searchedText(state))
  const condensed = await condenseQuestion(
    ctx,
    pasted.works.length > 0 ? stripPointers(pasted.rest) : pasted.rest,
  )
  const { text, constraints, negated, shown } = await understandForAnswer(ctx, {
    question: condensed,
    without_chips: [],
  })
  const parsed = readQuestion(stripFraming(text === '' ? condensed : text))
  const parts = splitParts(
    separateQuestions(await condenseQuestion(ctx, await questionWithoutWorks(ctx, state))),
  )
  const kind = researchKind(parsed)
  const named = await findNamedSubject(ctx, pasted, { parsed, kind, language })
  return {
    parsed,
    language,
    kind,
    topic: clampQuery(named ? worksTopic(named) : questionTopic(parsed, kind)),
    parts: parts.length > 1 ? parts : [],
    named,
    textWithNames: named ? joinDistinctWords(...named.subjects, pasted.rest) : state.question,
    constraints,
    negated,
    constraintLabels: shown.chips.map(({ label }) => label),
  }
}

/** Maximum number of questions that a user lists one after another. */
const MAX_LIST_PARTS = 6

/** Splits a question into its parts. A list of questions has a higher limit than the parts of one sentence. */
function splitParts(text: string): string[] {
  const sentences = text
    .split(/(?<=[？?])/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => part.trim())
  const isList = sentences.length > 1 && sentences.length <= MAX_LIST_PARTS && sentences.every(isAsking)
  const allParts = splitQuestion(text)
  // A part such as "list some papers" asks nothing about the subject.
  const subjectParts = allParts.filter((part) => !LITERATURE_REQUEST.test(part.trim()))
  const parts = subjectParts.length > 0 ? subjectParts : allParts
  return parts.length === 1 && isList ? sentences : parts
}

/** Returns the question without named works, which is then split into parts. */
const questionWithoutWorks = async (ctx: Context, state: ResearchState): Promise<string> =>
  (await findNamedWorks(ctx, questionWithTerm(state))).rest

/** Returns the subject of a part of a question; '' when it only asks. */
export function partSubject(part: string): string {
  const question = readQuestion(stripFraming(part))
  return question.query === '' ? '' : questionTopic(question, researchKind(question))
}
