import { type Concept, planWords } from '@scinav/search'
import { anyOf, phrasePatterns } from '../language/phrases.ts'
import { requestedOrder } from '../language/question/paper-order.ts'
import { type Question, readQuestion } from '../language/question/question.ts'
import type { QuestionType } from '../language/question/question-type.ts'
import type { Context } from '../platform/context/context.ts'
import { createCountMatcher } from './count-matcher.ts'
import { type FigureCriteria, figureCriteria } from './figure-criteria.ts'

/** The criteria by which sentences are chosen as answers. */
export interface AnswerCriteria {
  type: QuestionType
  concepts: Concept[]
  /** The concepts that the question excludes; they are part of `concepts` too. */
  absent: Concept[]
  /**
   * For a question that asks for a number: its unit, the concepts of what is counted, and a test of whether a sentence
   * has these near a number.
   */
  figure: (FigureCriteria & { counted: Concept[]; isNearNumber: (sentence: string) => boolean }) | null
  /** Whether the question requests an order of the evidence: newest first, or overviews first. */
  ordered: boolean
  /** Whether the sources are about the subject already: papers that were chosen, or that the last answer cites. */
  subject_known: boolean
}

/** Derives from a question what a sentence must state to answer it. */
export async function answerCriteria(
  ctx: Context,
  { text, type }: Question,
  { concepts, absent, subject_known }: Pick<AnswerCriteria, 'concepts' | 'absent' | 'subject_known'>,
): Promise<AnswerCriteria> {
  const ordered = requestedOrder(text) !== null
  const criteria = { type, concepts, absent, ordered, subject_known }
  if (type !== 'number') return { ...criteria, figure: null }
  const figure = figureCriteria(text.slice(0, MAX_QUESTION_CHARS))
  const index = await ctx.library.current()
  const { list } = await index.concepts(readQuestion(figure.noun).query)
  const words = figure.counts
    ? list.flatMap(({ plan, near }) => [plan, ...(near ? [near] : [])].flatMap(planWords))
    : []
  const isNearNumber = createCountMatcher(words)
  return { ...criteria, figure: { ...figure, counted: list, isNearNumber } }
}

/**
 * Returns groups of concepts that an answer must state: the noun of a "which" question ("which GPU", 「哪种语言」), and both
 * sides of a relation. Lists and definitions have none, because a list is of papers and a definition of a word; the
 * noun of a "which" question for a method is dropped, because a way of doing something is seldom called a method.
 */
export async function requiredConcepts(ctx: Context, { text, type }: Question): Promise<Concept[][]> {
  if (type === 'list' || type === 'definition') return []
  const beginning = text.slice(0, MAX_QUESTION_CHARS)
  const noun = WHICH_NOUN.exec(beginning)
    ?.slice(1)
    .find((each) => each !== undefined)
  const nouns = [...(noun && type !== 'method' ? [noun] : []), ...(relationSides(beginning) ?? [])]
  const index = await ctx.library.current()
  return Promise.all(nouns.map(async (each) => (await index.concepts(readQuestion(each).query)).list))
}

/** The noun of a "which" question: "which GPU was", 「哪种语言」. */
const WHICH_NOUN =
  /\bwhich ([\p{L}\d-]{2,20}(?: [\p{L}\d-]{2,20})?)(?= (?:was|were|is|are|did|does|do|has|have|had|can|could|handled|used|gave|showed)\b)|哪(?:个|种|家|本|块|款|台|类|套|份)(\p{Script=Han}{2,6})/iu

/** Bounds the text that is read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 1_000

/** Openings of a Chinese question that are not part of the related things. */
const QUESTION_OPENING = new RegExp(`^.*?${anyOf('relations/question-openings')}(?=.{4})`, 'u')
/** The wordings of a relation; groups name the two things. */
const CHINESE_RELATIONS = phrasePatterns('relations/relation', 'u', 'zh')
const ENGLISH_RELATIONS = phrasePatterns('relations/relation', 'iu', 'en')
/** Bounds the text in which a relation is sought, in UTF-16 units. */
const MAX_RELATION_CHARS = 200

/**
 * Returns the two things whose relation a question asks for: 「经济增长与制度的关系」, "the effect of sleep on memory". A passage
 * about only one of them is no answer. Returns null for other questions.
 */
export function relationSides(question: string): [string, string] | null {
  const text = question.trim().slice(0, MAX_RELATION_CHARS)
  const withoutOpening = text.replace(QUESTION_OPENING, '')
  const found = firstMatch(CHINESE_RELATIONS, withoutOpening) ?? firstMatch(ENGLISH_RELATIONS, text)
  return found && [found.one ?? '', found.other ?? '']
}

/** Returns the groups of the first pattern that matches a text; null when none does. */
function firstMatch(patterns: RegExp[], text: string): Record<string, string> | null {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups) return groups
  }
  return null
}
