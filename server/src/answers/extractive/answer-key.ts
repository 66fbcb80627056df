import { anyOf, words } from '../../language/phrases.ts'
import { type QuestionType, questionType } from '../../language/question/question-type.ts'
import { figureCriteria } from '../../retrieval/index.ts'

type AnswerKeySpan = { start: number; end: number }

/** A number with its unit: `58%`, `11.1 hours`, `1,200 句`; not a number inside a name such as GPT-3. */
const FIGURE_WITH_UNIT = new RegExp(
  `(?<![\\p{Script=Latin}\\p{Script=Greek}\\p{N}.\\-–[])\\d[\\d,，]*(?:\\.\\d+)?(?:\\s?(?:[%％‰]|${figureUnits().join('|')}))?(?!\\p{N})`,
  'giu',
)
const YEAR_NUMBER = /^(?:1[89]|20)\d\d$/

/** The beginnings of a clause that gives a definition or a reason. */
const CLAUSE_STARTS: Partial<Record<QuestionType, RegExp>> = {
  definition: new RegExp(`${anyOf('definition/phrase')}\\s*`, 'iu'),
  cause: new RegExp(`${anyOf('cause/clause-start')}\\s*`, 'iu'),
}
const CLAUSE_END = /[,;:，；：。.!?！？]/u
/** A longer clause is no answer that can be taken in at a glance. */
const MAX_CLAUSE_CHARS = 160

/**
 * Returns the span of a quote, in UTF-16 units, that answers a question: the figure, or the clause that defines or
 * gives the reason. Returns undefined when there is none, and for all other types of question.
 */
export function answerKeySpan(
  quote: string,
  type: QuestionType,
  question: string,
): AnswerKeySpan | undefined {
  if (type === 'number') return findFigure(quote, question)
  const begin = CLAUSE_STARTS[type]?.exec(quote)
  if (!begin) return undefined
  const start = begin.index + begin[0].length
  const rest = quote.slice(start, start + MAX_CLAUSE_CHARS)
  const stop = CLAUSE_END.exec(rest)
  if (!stop && rest.length === MAX_CLAUSE_CHARS) return undefined
  const end = start + (stop?.index ?? rest.length)
  return end - start > 1 ? { start, end } : undefined
}

/** Returns whether a quote has a figure in the unit that a question asks for, such as hours or a share. */
export const hasUnit = (quote: string, question: string): boolean => {
  const { unit } = figureCriteria(question)
  return unit !== null && matchFigures(quote).some(([text]) => unit.test(text))
}

const matchFigures = (quote: string) => [...quote.matchAll(FIGURE_WITH_UNIT)]

/**
 * Returns the span of the figure that answers: in the unit asked for if there is one, nearest to a word of
 * the question. Returns undefined when the quote has no figure.
 */
function findFigure(quote: string, question: string): AnswerKeySpan | undefined {
  const { unit } = figureCriteria(question)
  const asksYear = questionType(question) === 'year'
  const figures = matchFigures(quote).filter(([text]) => asksYear || !YEAR_NUMBER.test(text))
  const fitting = figures.filter(([text]) => unit?.test(text))
  const best = closestFigure(fitting.length > 0 ? fitting : figures, quote, question)
  return best && { start: best.index, end: best.index + best[0].length }
}

/** A Latin word or number from three characters on, or two Chinese characters. */
const WORD_OR_HAN_PAIR = /[\p{Script=Latin}\p{N}]{3,}|\p{Script=Han}{2}/giu
/** Maximum number of words of a question that are compared. */
const MAX_QUESTION_WORDS = 40

/**
 * Returns the figure nearest to a word of the question, or the first figure when the quote has none of the words; undefined
 * without figures.
 */
function closestFigure(
  figures: RegExpExecArray[],
  quote: string,
  question: string,
): RegExpExecArray | undefined {
  const lowerCase = quote.toLowerCase()
  const words = [...new Set(question.toLowerCase().match(WORD_OR_HAN_PAIR))].slice(0, MAX_QUESTION_WORDS)
  const wordOffsets = words.map((word) => lowerCase.indexOf(word)).filter((at) => at >= 0)
  const distance = ({ index }: RegExpExecArray) => Math.min(...wordOffsets.map((at) => Math.abs(at - index)))
  if (wordOffsets.length === 0) return figures[0]
  return figures.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Returns the units, scales and measure words that belong to a figure, as parts of a pattern, the longest first. */
function figureUnits(): string[] {
  const withValues = (['zh', 'en'] as const).flatMap((language) =>
    ['scales', 'seconds'].flatMap((list) => words(language, `quantities/${list}`)),
  )
  const plainUnits = [...words('zh', 'quantities/measures'), ...words('en', 'quantities/units')]
  const units = [...plainUnits, ...withValues.filter((word) => !/^\d/.test(word)), 'points?', 'percent', 'F1']
  return units.toSorted((one, other) => other.length - one.length)
}
