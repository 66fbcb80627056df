import { anyOf, phrasePatterns, words } from '../language/phrases.ts'
import { UNITS } from './figure-units.ts'
import { CHANGE_WORD } from './stated-figures.ts'

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
