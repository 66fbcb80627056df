import { anyOf, phrasePattern } from '../../language/phrases.ts'
import type { QuestionType } from '../../language/question/question-type.ts'

type AnswerKeySpan = { start: number; end: number }

/** A number with its unit: `58%`, `11.1 hours`, `1,200 句`; not a number inside a name such as GPT-3. */
const FIGURE_WITH_UNIT =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{N}.\-–[])\d[\d,，]*(?:\.\d+)?(?:\s?(?:%|％|‰|percent|percentage points?|points?|hours?|minutes?|seconds?|days?|months?|years?|million|billion|thousand|times|fold|BLEU|F1|倍|个百分点|万|亿|小时|分钟|秒|天|个月|年|岁|条|个|篇|种|名|例|句|对|词|项|类|点|字|人|℃|°C))?(?!\p{N})/giu
const YEAR_NUMBER = /^(?:1[89]|20)\d\d$/

/** The kinds of figures that a question may ask for; a question may be of several kinds. */
const FIGURE_KINDS = ['percentage', 'hours', 'minutes', 'points', 'score', 'year', 'duration'].map(
  (kind) => ({
    asksYear: kind === 'year',
    question: phrasePattern(`figures/key-asks-${kind}`),
    figure: phrasePattern(`figures/key-${kind}`),
  }),
)

/** The beginnings of a clause that gives a definition or a reason. */
const CLAUSE_STARTS: Partial<Record<QuestionType, RegExp>> = {
  definition: new RegExp(`${anyOf('definition/clause-start')}\\s*`, 'iu'),
  cause: new RegExp(`${anyOf('cause/clause-start')}\\s*`, 'iu'),
}
const CLAUSE_END = /[,;:，；：。.!?！？]/u
const MAX_CLAUSE_CHARS = 160

/** Returns the span of a quote that answers a question: the figure, or the clause that defines or gives the reason. */
export function answerKeySpan(
  quote: string,
  type: QuestionType,
  question: string,
): AnswerKeySpan | undefined {
  if (type === 'number') return figureFor(quote, question)
  const begin = CLAUSE_STARTS[type]?.exec(quote)
  if (!begin) return undefined
  const start = begin.index + begin[0].length
  const rest = quote.slice(start, start + MAX_CLAUSE_CHARS)
  const stop = CLAUSE_END.exec(rest)
  if (!stop && rest.length === MAX_CLAUSE_CHARS) return undefined
  const end = start + (stop?.index ?? rest.length)
  return end - start > 1 ? { start, end } : undefined
}

/** Returns whether a quote has a figure of the kind that a question asks for, such as hours, a share or a year. */
export const hasUnit = (quote: string, question: string): boolean =>
  askedKinds(question).some(({ figure }) => matchFigures(quote).some(([text]) => figure.test(text)))

const askedKinds = (question: string) => FIGURE_KINDS.filter((kind) => kind.question.test(question))

const matchFigures = (quote: string) => [...quote.matchAll(FIGURE_WITH_UNIT)]

function figureFor(quote: string, question: string): AnswerKeySpan | undefined {
  const kinds = askedKinds(question)
  const asksYear = kinds.some((kind) => kind.asksYear)
  const figures = matchFigures(quote).filter(([text]) => asksYear || !YEAR_NUMBER.test(text))
  const fitting = figures.filter(([text]) => kinds.some(({ figure }) => figure.test(text)))
  const best = closestFigure(fitting.length > 0 ? fitting : figures, quote, question)
  return best && { start: best.index, end: best.index + best[0].length }
}

const WORD_OR_HAN_PAIR = /[\p{Script=Latin}\p{N}]{3,}|\p{Script=Han}{2}/giu
const MAX_QUESTION_WORDS = 40

/** Returns the figure nearest to a word of the question, or the first figure when the quote has none of the words. */
function closestFigure(
  figures: RegExpExecArray[],
  quote: string,
  question: string,
): RegExpExecArray | undefined {
  const lower = quote.toLowerCase()
  const words = [...new Set(question.toLowerCase().match(WORD_OR_HAN_PAIR))].slice(0, MAX_QUESTION_WORDS)
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const distance = ({ index }: RegExpExecArray) => Math.min(...places.map((at) => Math.abs(at - index)))
  if (places.length === 0) return figures[0]
  return figures.toSorted((one, other) => distance(one) - distance(other))[0]
}
