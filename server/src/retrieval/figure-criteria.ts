import { anyOf, hasPhrases, phrasePattern, phrasePatterns, words } from '../language/phrases.ts'
import { oneOf, valuesOf } from '../language/text/numerals.ts'

/** Returns the words of a list of numbers, without signs such as `k`. */
const longNames = (list: string): string[] =>
  [...valuesOf('en', list).keys()].filter((name) => name.length > 1)

/** What must accompany a number for it to answer the question. */
export interface FigureCriteria {
  /** The thing that is counted or measured: "synsets", 「词错误率」; empty when the question does not name it. */
  noun: string
  /** Matches digits with the unit that the sentence must give; null when any number will do. */
  unit: RegExp | null
  /** Whether the question asks for a count, so that the noun must occur near the number. */
  counts: boolean
  /** Whether the question asks how much something rose or fell, which a sentence with such a figure answers. */
  change: boolean
}

/** A number directly before a unit: the `1,200 ` of `1,200 km`, the `10-` of `10-year`. */
const NUMBER = String.raw`\d(?:[\d.,]*\d)?\s?-?`
/** Numbers in words: "seven", "dozens", "half", "twice"; "one" where it is no pronoun. */
const NUMBER_WORDS = new RegExp(
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
const UNITS = UNIT_KINDS.map((kind) => {
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

/** Patterns of questions whose group `noun` is the thing that is counted; the English ones are tried first. */
const COUNTED_NOUNS = [
  ...phrasePatterns('figures/counted-noun', 'iu', 'en'),
  ...phrasePatterns('figures/counted-noun', 'iu', 'zh'),
]

/** Derives from a question for a number what must accompany the number. */
export function figureCriteria(question: string): FigureCriteria {
  const noun = COUNTED_NOUNS.map((pattern) => pattern.exec(question)?.groups?.noun).find(
    (each) => each !== undefined,
  )
  return {
    noun: countedNoun(noun ?? ''),
    counts: COUNT_QUESTION.test(question),
    change: CHANGE_WORD.test(question),
    unit: UNITS.find((each) => each.question.test(question))?.figure ?? null,
  }
}

/** A question for a count: "how many", 「多少个」. */
const COUNT_QUESTION = new RegExp(
  `${anyOf('figures/count-words', { language: 'en' })}|${anyOf('figures/count-words', { language: 'zh' })}(?:${words('zh', 'quantities/measures').join('|')})`,
  'iu',
)

/**
 * Reduces a noun to what is measured: 「岸基雷达的采购价格」 to the price. A single character, as in 「F 值能到多少」, names
 * nothing.
 */
function countedNoun(noun: string): string {
  // The head of a Chinese noun comes last; a verb that the pattern included is cut off: 「价格能」.
  const measured = (noun.split('的').at(-1) || noun).replace(/[能会可]$/u, '')
  return /^\p{Script=Han}$/u.test(measured) ? '' : measured
}

/** Words of a change: "increased", 「下降」. */
const CHANGE_WORD = phrasePattern('figures/change')
/** A number that may be the size of a change: with a per cent sign, points or a factor, or with decimals. */
const CHANGE_FIGURE = /\d\s?(?:%|％|percent|points?|×|x\b|倍|个?(?:百分)?点)|\d\.\d/iu

/** Returns whether a sentence states that something rose or fell, and by how much. */
export const statesChange = (sentence: string): boolean =>
  CHANGE_WORD.test(sentence) && CHANGE_FIGURE.test(sentence)

/** A number in digits or Chinese numerals that is not part of a name such as `Qwen2.5-7b`. */
const DIGIT_FIGURE =
  /(?<![\p{Script=Latin}\p{N}._]|[\p{Script=Latin}\p{N}][-–])\d|[一二三四五六七八九十百千万亿两](?:个|种|次|年|条|篇|倍|成|天|类|点|项|名|人|米|度|％|%)|百分之|[一二三四五六七八九两][十百千万亿][一二三四五六七八九十百千万亿余多]/u

/**
 * Numbers that are no figures of the sentence: of references, years of cited works, figures, tables, tasks and list
 * items: `[3, 7]`, `(Team, 2022)`, `Table 2`, `SemEval Task 6`, 「（3）随着」.
 */
const REFERENCE_NUMBER =
  /\[\d[\d\s,，;–-]{0,40}\]|[(（][^()（）\d]{2,120}\b(?:19|20)\d\d[a-z]?[)）]|(?:\b(?:Figures?|Figs?\.|Tables?|Eqs?\.|Equations?|Sections?|Chapters?|Appendix|Tasks?|Sub-?tasks?|Tracks?|Versions?)|[图表式]|第)\s?\d[\d.]{0,6}|^\s?[(（]?\d{1,2}[)）.、](?!\d)|(?<=[\s:：;；])[(（]?\d{1,2}[)）](?=\s?\p{L})/giu

/** Dates, which are no counts: `LSDSem 2017 shared task`, `LSDSem’17`, `in 2017`; but `2000 sentences` is a count. */
const DATE_NUMBER =
  /['’]\d\d(?!\d)|\b(?:[Ii]n|[Ss]ince|[Uu]ntil)\s(?:19[5-9]|20[0-2])\d\b|(?<![\d.,])(?:19[5-9]|20[0-2])\d(?![\d.,])(?<=\p{Lu}[\p{L}-]{1,20}\s\d{4})|(?<![\d.,])(?:19[5-9]|20[0-2])\d(?:年|(?![\d%％]|[.,]\d|\s?[\p{Ll}\p{Script=Han}]))/gu

/** Removes numbers that are no figures: of references and dates. */
const stripReferenceNumbers = (sentence: string): string =>
  sentence.replace(REFERENCE_NUMBER, ' ').replace(DATE_NUMBER, ' ')

/** Returns whether a sentence gives a figure with the required unit, or any figure when none is required. */
export function statesFigure(text: string, { unit }: FigureCriteria): boolean {
  const sentence = stripReferenceNumbers(text)
  return unit ? unit.test(sentence) : DIGIT_FIGURE.test(sentence) || NUMBER_WORDS.test(sentence)
}

/**
 * The text allowed between a number and the counted noun: "550K annotated tokens", "sentences: about 1,200", 「三个句子」.
 */
const COUNT_WINDOW = {
  latin: { before: '[^.;]{0,30}', behind: '[^.;]{0,32}' },
  han: { before: '[^，。；]{0,10}', behind: '[^，。；]{0,5}' },
}
/** Largest number of words of the noun and its translations in a pattern. */
const MAX_COUNTED_WORDS = 24

/**
 * Creates a test of whether a sentence has a number near the counted noun; it is built once per question.
 *
 * @param words stems of the noun and of its translations; those with `=` are exact forms and left out. Without any,
 *   every sentence passes.
 */
export function createCountMatcher(words: string[]): (text: string) => boolean {
  const counted = words
    .filter((word) => !word.startsWith('=') && word.length > 1)
    .slice(0, MAX_COUNTED_WORDS)
    // Any sign may stand in the place of another: `state.of.the.art`.
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
  if (counted.length === 0) return () => true
  const figure = `(?:${DIGIT_FIGURE.source}|${NUMBER_WORDS.source})`
  const thing = `(?:${counted.join('|')})`
  const createPattern = ({ before, behind }: (typeof COUNT_WINDOW)[keyof typeof COUNT_WINDOW]) =>
    new RegExp(`${figure}${behind}${thing}|${thing}${before}${figure}`, 'iu')
  const latinPattern = createPattern(COUNT_WINDOW.latin)
  const hanPattern = createPattern(COUNT_WINDOW.han)
  return (text) => {
    const sentence = stripReferenceNumbers(text)
    return (/\p{Script=Han}/u.test(sentence) ? hanPattern : latinPattern).test(sentence)
  }
}

/** Returns whether a sentence has a figure in digits, which is more specific than a number word. */
export const hasDigits = (sentence: string): boolean => DIGIT_FIGURE.test(stripReferenceNumbers(sentence))

/** A year, a month or a period: `1998`, `the 1990s`, `May`, 「上世纪」. */
const YEAR_OR_MONTH =
  /(?<![\d.,])(?:1[0-9]\d{2}|20\d{2})(?:s\b|年|(?![\d.,]*\d))|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|世纪|年代|\bcentury\b/u

/** Citations with author and year: "Hamon (2007)", "(Daiber et al., 2015)". */
const CITED_YEAR =
  /\p{Lu}\p{L}{1,20}(?: et al\.?| and \p{Lu}\p{L}{1,20})?,? \((?:19|20)\d\d[a-z]?\)|\(\p{Lu}[^()\d]{1,120}\b(?:19|20)\d\d[a-z]?\)/gu

/** Returns whether a sentence states a date or period other than the year of a citation. */
export const statesYear = (sentence: string): boolean => YEAR_OR_MONTH.test(sentence.replace(CITED_YEAR, ' '))
