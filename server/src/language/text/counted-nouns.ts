import { textStems } from '@scinav/search'
import { nounTranslations } from '../../search/engine/index.ts'
import { wordSet } from '../phrases.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
/** Words at which a phrase about things counted ends: two models *of* speech. */
const JOINING = wordSet('en', 'sentences/function-words')
/** English stems with fewer letters are not compared. */
const MIN_STEM_CHARS = 3
/** The lengths of the Chinese nouns that are looked up. */
const MAX_NOUN_CHARS = 6
const MIN_NOUN_CHARS = 2

/**
 * Returns whether two phrases, each written behind a number, name the same things: they share a noun, or one has a noun
 * and the other its translation. Chinese phrases without a known noun name the same only when they are equal.
 */
export function nameSameThings(one: string, other: string): boolean {
  if (one === '' || other === '') return false
  const [isChinese, isOtherChinese] = [HAN_CHARACTER.test(one), HAN_CHARACTER.test(other)]
  if (isChinese && isOtherChinese) return one === other || shares(chineseNouns(one), chineseNouns(other))
  if (!isChinese && !isOtherChinese) return shares(englishStems(one), englishStems(other))
  const [chinese, english] = isChinese ? [one, other] : [other, one]
  return translates(chineseNouns(chinese), englishStems(english))
}

const shares = (one: string[], other: string[]): boolean => one.some((word) => other.includes(word))

/** Returns the stems of a phrase up to its first joining word, without short ones. */
function englishStems(phrase: string): string[] {
  const words = phrase.toLowerCase().split(' ')
  const end = words.findIndex((word) => JOINING.has(word))
  const nounPhrase = words.slice(0, end === -1 ? words.length : end).join(' ')
  return textStems(nounPhrase).filter((stem) => stem.length >= MIN_STEM_CHARS)
}

/** Returns the nouns of a run of Chinese characters, the longest at each place. */
function chineseNouns(run: string): string[] {
  const known = nounTranslations()
  const nouns: string[] = []
  for (let at = 0; at < run.length; ) {
    let length = Math.min(MAX_NOUN_CHARS, run.length - at)
    while (length >= MIN_NOUN_CHARS && !known.has(run.slice(at, at + length))) length -= 1
    if (length >= MIN_NOUN_CHARS) nouns.push(run.slice(at, at + length))
    at += Math.max(1, length)
  }
  return nouns
}

/** Returns whether English stems hold a translation of one of the nouns. */
function translates(chinese: string[], english: string[]): boolean {
  const phrase = ` ${english.join(' ')} `
  const known = nounTranslations()
  return chinese.some((noun) => [...(known.get(noun) ?? [])].some((stems) => phrase.includes(` ${stems} `)))
}
