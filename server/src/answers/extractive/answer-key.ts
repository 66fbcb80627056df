import type { QuestionType } from '../../language/question/question-type.ts'

type AnswerKeySpan = { start: number; end: number }

/** A number with its unit: `58%`, `11.1 hours`, `1,200 句`; not a number inside a name such as GPT-3. */
const FIGURE_WITH_UNIT =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{N}.\-–[])\d[\d,，]*(?:\.\d+)?(?:\s?(?:%|％|‰|percent|percentage points?|points?|hours?|minutes?|seconds?|days?|months?|years?|million|billion|thousand|times|fold|BLEU|F1|倍|个百分点|万|亿|小时|分钟|秒|天|个月|年|岁|条|个|篇|种|名|例|句|对|词|项|类|点|字|人|℃|°C))?(?!\p{N})/giu
const YEAR_NUMBER = /^(?:1[89]|20)\d\d$/

/** Pairs of a pattern of the question and a pattern of the figures that fit it. */
const UNIT_PATTERNS: [RegExp, RegExp][] = [
  [
    /百分|比例|准确率|精度|召回|percent|proportion|share|accuracy|precision|recall|\brate\b/iu,
    /%|％|percent|\d\.\d/iu,
  ],
  [/小时|hours?/iu, /小时|hours?/iu],
  [/分钟|minutes?/iu, /分钟|minutes?/iu],
  [/几个?点|百分点|points?|提(?:高|升)了?多少|improve/iu, /point|点|%|\d\.\d/iu],
  [/F1|BLEU|得分|分数|score/iu, /\d\.\d|F1|BLEU/iu],
  [/哪一?年|何时|什么时候|\byear\b|^when\b/iu, /^(?:1[89]|20)\d\d/u],
  [/多久|多长时间|how long/iu, /小时|分钟|秒|天|个?月|年|hour|minute|second|day|month|year/iu],
]

/** The beginnings of a clause that gives a definition or a reason. */
const CLAUSE_STARTS: Partial<Record<QuestionType, RegExp>> = {
  definition:
    /(?:是指|指的是|定义为|是一(?:种|类|个)|(?<!\p{L})(?:refers to|is defined as|are defined as|is an?|are|is the|is the task of|we (?:propose|introduce|present)))\s*/iu,
  cause:
    /(?:由于|因为|源于|归因于|(?<!\p{L})(?:because(?: of)?|due to|caused by|stems? from|attributed to|results? from|owing to|since))\s*/iu,
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
  UNIT_PATTERNS.some(
    ([asked, figure]) => asked.test(question) && matchFigures(quote).some(([text]) => figure.test(text)),
  )

const matchFigures = (quote: string) => [...quote.matchAll(FIGURE_WITH_UNIT)]

function figureFor(quote: string, question: string): AnswerKeySpan | undefined {
  const wanted = UNIT_PATTERNS.filter(([asked]) => asked.test(question)).map(([, figure]) => figure)
  const asksYear = wanted.some((figure) => figure.source.startsWith('^(?:1'))
  const figures = matchFigures(quote).filter(([text]) => asksYear || !YEAR_NUMBER.test(text))
  const fitting = figures.filter(([text]) => wanted.some((figure) => figure.test(text)))
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
