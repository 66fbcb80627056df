import { type Concept, planWords } from '@scinav/search'
import { requestedOrder } from '../language/question/paper-order.ts'
import { type Question, readQuestion } from '../language/question/question.ts'
import type { QuestionType } from '../language/question/question-type.ts'
import { relationSides } from '../language/question/relation.ts'
import type { Context } from '../platform/context/context.ts'
import { createCountMatcher, type FigureCriteria, figureCriteria } from './figure-criteria.ts'

/** What sentences are chosen for. */
export interface AnswerCriteria {
  type: QuestionType
  concepts: Concept[]
  /** What the question wants absent; these are concepts too. */
  absent: Concept[]
  /** Of a question for a number: what is counted, as concepts, and its unit. */
  figure: (FigureCriteria & { counted: Concept[]; isBeside: (sentence: string) => boolean }) | null
  /** The evidence stands in an order that was asked for: the newest first, or overviews. */
  ordered: boolean
  /** What is looked at is about the question's subject anyway: papers that were chosen, or that the last answer cites. */
  at_hand: boolean
}

/** What a sentence has to say that answers a question. */
export async function answerCriteria(
  ctx: Context,
  { text, type }: Question,
  { concepts, absent, at_hand }: Pick<AnswerCriteria, 'concepts' | 'absent' | 'at_hand'>,
): Promise<AnswerCriteria> {
  const ordered = requestedOrder(text) !== null
  const wanted = { type, concepts, absent, ordered, at_hand }
  if (type !== 'number') return { ...wanted, figure: null }
  const figure = figureCriteria(text.slice(0, MAX_QUESTION_CHARS))
  const index = await ctx.library.current()
  const { list } = await index.concepts(readQuestion(figure.noun).query)
  const words = figure.counts
    ? list.flatMap(({ plan, near }) => [plan, ...(near ? [near] : [])].flatMap(planWords))
    : []
  const isBeside = createCountMatcher(words)
  return { ...wanted, figure: { ...figure, counted: list, isBeside } }
}

/**
 * What has to be said by what answers: what a question asks for one of, "which GPU", 「哪种语言」, and both of two things whose
 * relation it asks for. A list is of papers, a definition of a word, and a way of doing something is seldom called a method.
 */
export async function requiredConcepts(ctx: Context, { text, type }: Question): Promise<Concept[][]> {
  if (type === 'list' || type === 'definition') return []
  const read = text.slice(0, MAX_QUESTION_CHARS)
  const noun = WHICH_NOUN.exec(read)
    ?.slice(1)
    .find((each) => each !== undefined)
  const nouns = [...(noun && type !== 'method' ? [noun] : []), ...(relationSides(read) ?? [])]
  const index = await ctx.library.current()
  return Promise.all(nouns.map(async (each) => (await index.concepts(readQuestion(each).query)).list))
}

const WHICH_NOUN =
  /\bwhich ([\p{L}\d-]{2,20}(?: [\p{L}\d-]{2,20})?)(?= (?:was|were|is|are|did|does|do|has|have|had|can|could|handled|used|gave|showed)\b)|哪(?:个|种|家|本|块|款|台|类|套|份)(\p{Script=Han}{2,6})/iu

/** What a question wants is said by then. */
const MAX_QUESTION_CHARS = 1_000
