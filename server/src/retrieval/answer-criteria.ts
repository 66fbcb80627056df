import { type Concept, planWords } from '@scinav/search'
import { requestedOrder } from '../language/question/paper-order.ts'
import { type Question, readQuestion } from '../language/question/question.ts'
import type { QuestionType } from '../language/question/question-type.ts'
import type { Context } from '../platform/context/context.ts'
import { createCountMatcher, type FigureCriteria, figureCriteria } from './figure-criteria.ts'

/** The criteria by which sentences are chosen as answers. */
export interface AnswerCriteria {
  type: QuestionType
  concepts: Concept[]
  /** The concepts that the question excludes; they are part of `concepts` too. */
  absent: Concept[]
  /** For a question that asks for a number: its unit and the concepts of what is counted. */
  figure: (FigureCriteria & { counted: Concept[]; isBeside: (sentence: string) => boolean }) | null
  /** Whether the question requests an order of the evidence: newest first, or overviews first. */
  ordered: boolean
  /** Whether the sources are about the subject already: papers that were chosen, or that the last answer cites. */
  at_hand: boolean
}

/** Derives from a question what a sentence must state to answer it. */
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
 * Returns groups of concepts that an answer must state: the noun of a "which" question ("which GPU", 「哪种语言」), and both
 * sides of a relation. Lists and definitions have none, because a list is of papers and a definition of a word; the
 * noun of a "which" question for a method is dropped, because a way of doing something is seldom called a method.
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

/** Bounds the text that is read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 1_000

/** Openings of a question that are not part of the related things. */
const QUESTION_OPENING = /^.*?(?:请问|关于|研究|分析|讨论|说明|解释|介绍)(?=.{4})/u
/** The words between two related things and after them. */
const CHINESE_RELATIONS: RegExp[] = [
  /^(.{2,20}?)(?:与|和|跟|同|及)(.{2,20}?)(?:之间)?(?:的|有(?:什么|何|哪些|怎样的)|是(?:什么|何种|怎样的))?(?:相互)?(?:关系|关联|联系|相关性|因果)/u,
  /^(.{2,20}?)(?:对|给)(.{2,20}?)(?:的|有(?:什么|何|哪些|怎样的|没有))?(?:影响|作用|效应|冲击|贡献)/u,
  /^(.{2,20}?)(?:如何|怎样|怎么|是否|能否|会不会)(?:影响|改变|促进|抑制|决定)(?:了)?(.{2,20}?)(?:的|[吗呢？?。]|$)/u,
]
const ENGLISH_RELATIONS: RegExp[] = [
  /\b(?:relation(?:ship)?s?|links?|associations?|connections?|correlations?|interplay) between (.{2,60}?) and (.{2,60}?)(?:[?.,;]|$)/iu,
  /\b(?:effects?|impacts?|influences?|roles?|consequences?) of (.{2,60}?) (?:on|upon) (.{2,60}?)(?:[?.,;]|$)/iu,
  /^(?:how|does|do|did|can|could) (?:does |do |did |can |could )?(.{2,60}?) (?:affects?|influences?|impacts?|shapes?) (.{2,60}?)(?:[?.,;]|$)/iu,
]
const MAX_QUESTION_CHARS = 200

/**
 * Returns the two things whose relation a question asks for: 「经济增长与制度的关系」, "the effect of sleep on memory". A passage
 * about only one of them is no answer. Returns null for other questions.
 */
export function relationSides(question: string): [string, string] | null {
  const text = question.trim().slice(0, MAX_QUESTION_CHARS)
  const chinese = text.replace(QUESTION_OPENING, '')
  for (const [words, read] of [
    [CHINESE_RELATIONS, chinese],
    [ENGLISH_RELATIONS, text],
  ] as const)
    for (const each of words) {
      const [, one, other] = each.exec(read) ?? []
      if (one && other) return [one, other]
    }
  return null
}
