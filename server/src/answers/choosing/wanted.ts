import type { Concept } from '@scinav/search'
import type { Context } from '../../context/context.ts'
import { orderWanted } from '../understanding/order.ts'
import { type Question, readQuestion } from '../understanding/question.ts'
import type { QuestionType } from '../understanding/question-type.ts'
import { type WantedFigure, wantedFigure } from './figure-wanted.ts'

/** What sentences are chosen for. */
export interface Wanted {
  type: QuestionType
  concepts: Concept[]
  /** Of a question for a number: what is counted, as concepts, and its unit. */
  figure: (WantedFigure & { counted: Concept[] }) | null
  /** The evidence stands in an order that was asked for: the newest first, or overviews. */
  ordered: boolean
}

/** What a sentence has to say that answers a question. */
export async function wantedOf(ctx: Context, { text, type }: Question, concepts: Concept[]): Promise<Wanted> {
  const ordered = orderWanted(text) !== null
  if (type !== 'number') return { type, concepts, figure: null, ordered }
  const figure = wantedFigure(text.slice(0, LONGEST_READ))
  const index = await ctx.library.current()
  const { list } = await index.concepts(readQuestion(figure.noun).query)
  return { type, concepts, figure: { ...figure, counted: list }, ordered }
}

/**
 * What a question asks for one of: "which GPU", 「哪种语言」. A list is of papers, a definition of a word, and a way of doing
 * something is seldom called a method.
 */
export async function nounOf(ctx: Context, { text, type }: Question): Promise<Concept[]> {
  if (type === 'list' || type === 'definition' || type === 'method') return []
  const noun =
    WHICH.exec(text.slice(0, LONGEST_READ))
      ?.slice(1)
      .find((each) => each !== undefined) ?? ''
  const index = await ctx.library.current()
  return (await index.concepts(readQuestion(noun).query)).list
}

const WHICH =
  /\bwhich ([\p{L}\d-]{2,20}(?: [\p{L}\d-]{2,20})?)(?= (?:was|were|is|are|did|does|do|has|have|had|can|could|handled|used|gave|showed)\b)|哪(?:个|种|家|本|块|款|台|类|套|份)(\p{Script=Han}{2,6})/iu

/** What a question wants is said by then. */
const LONGEST_READ = 1_000
