import { anyOf, hasPhrases } from '../language/phrases.ts'
import { oneOf, valuesOf } from '../language/text/numerals.ts'

/** Returns the words of a list of numbers, without signs such as `k`. */
const longNames = (list: string): string[] =>
  [...valuesOf('en', list).keys()].filter((name) => name.length > 1)

/** A number directly before a unit: the `1,200 ` of `1,200 km`, the `10-` of `10-year`. */
const NUMBER = String.raw`\d(?:[\d.,]*\d)?\s?-?`

/** Numbers in words: "seven", "dozens", "half", "twice"; "one" where it is no pronoun. */
export const NUMBER_WORDS = new RegExp(
  String.raw`\b(?:(?:${oneOf(['numbers', 'scales', 'fractions'].flatMap((list) => longNames(list)))})s?|twice)\b|${anyOf('figures/one')}`,
  'iu',
)

/** A number of people, in digits or words, with up to two words behind it: "30 trained annotators". */
const PEOPLE_NUMBER = `(?:\\d|[一二三四五六七八九十百千万]|${NUMBER_WORDS.source})\\s?(?:多|余|个)?(?: ?[\\p{L}-]+ ){0,2}`

/** The kinds of numbers that a question may ask for; the first whose question fits counts. */
const UNIT_KINDS = [
  'share',
  'price',
  'age',
  'hours',
  'minutes',
  'days',
  'years',
  'ratio',
  'points',
  'people',
  'length',
  'weight',
  'temperature',
  'duration',
] as const

type UnitKind = (typeof UNIT_KINDS)[number]

/** Kinds that numbers without their own unit may be of: a share or a difference of shares. */
const PLAIN_FIGURES: Partial<Record<UnitKind, string>> = {
  share: String.raw`\d\s?[%％]`,
  ratio: String.raw`\d\s?[%％]`,
  points: String.raw`\d\s?[%％]|\d\.\d`,
}

/** The words of a question for a count: "how many", 「多少」. */
const COUNT_WORDS = anyOf('figures/count-words')

/**
 * For each kind, the pattern of questions that ask for it, and that of the figures that answer them. Both are made of the
 * word lists of the kind: its units, other figures of it (`said-…`) and other questions for it (`asks-…`).
 */
export const UNITS = UNIT_KINDS.map((kind) => {
  const unit = anyOf(`figures/unit-${kind}`, { bounds: 'any' })
  const number = kind === 'people' ? PEOPLE_NUMBER : NUMBER
  const plainFigure = PLAIN_FIGURES[kind]
  const figures = [
    `${number}${unit}`,
    ...optionalSource(`figures/said-${kind}`),
    ...(plainFigure === undefined ? [] : [plainFigure]),
  ]
  // "How many words" asks for no duration, although a talk may last so many words.
  const counted = kind === 'duration' ? [] : [`${COUNT_WORDS}\\s?个?${unit}`]
  const questions = [...counted, ...optionalSource(`figures/asks-${kind}`)]
  return { question: new RegExp(questions.join('|'), 'iu'), figure: new RegExp(figures.join('|'), 'iu') }
})

/** Returns the pattern source of a word list that not every kind has; an empty list when this kind has none. */
function optionalSource(name: string): string[] {
  return hasPhrases(name) ? [anyOf(name)] : []
}
