import { segmentChinese } from '../analysis/dictionary.ts'
import {
  isChineseAskingWord,
  isChineseFunctionWord,
  isEnglishAskingWord,
  isEnglishFunctionWord,
} from '../analysis/function-words.ts'
import { contentRuns } from '../analysis/particles.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { ANY_MASK } from '../index/layout.ts'
import { joinQueries, type ParsedQuery, type WordQuery } from '../query/query.ts'
import type { Plan } from './plan.ts'
import { phrasePlan } from './word-plans.ts'

/** Words of a query without operators, as they are searched. */
export interface FreeText {
  /** Never empty. */
  words: WordQuery[]
  /** Number of function words of a sentence that were left out, not counting Chinese ones. */
  left_out: number
}

/** Number of words from which a query is a sentence, in which more function words are ignored than in a few words. */
const MIN_SENTENCE_WORDS = 6
const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Interprets a query of plain words: traditional characters become simplified ones, and function words are left out, so
 * that a title need not contain them; a sentence loses more of them than a few words do. Words in quotes are kept.
 * Returns null when the query is more than words.
 */
export function readFreeText(parsed: ParsedQuery): FreeText | null {
  const written = plainWords(parsed)
  if (written.length === 0) return null
  const runs = written.map((word) =>
    HAN_CHARACTER.test(word.text) && !word.quoted ? segmentRun(word) : null,
  )
  const wordCount = runs.reduce((sum, run) => sum + (run ? run.segments.length : 1), 0)
  const isSentence = wordCount >= MIN_SENTENCE_WORDS
  const content = written.flatMap((word, at) => {
    const run = runs[at]
    if (run) return contentWords(run, isSentence)
    return !word.quoted && isFunctionWord(word.text, isSentence) ? [] : [word]
  })
  if (content.length === 0) return { words: written.map(simplifyWord), left_out: 0 }
  const latinCount = written.filter((_, at) => !runs[at]).length
  const latinContentCount = content.filter(({ text, quoted }) => quoted || !HAN_CHARACTER.test(text)).length
  return { words: content, left_out: isSentence ? Math.max(0, latinCount - latinContentCount) : 0 }
}

/** Returns the words of a query that has nothing else, otherwise none; a query with operators is explicit. */
function plainWords({ query, explicit, identifier }: ParsedQuery): WordQuery[] {
  if (explicit || identifier) return []
  const parts = query.kind === 'and' ? query.parts : [query]
  const words = parts.filter((part) => part.kind === 'word')
  return words.length === parts.length ? words : []
}

/** A word of Chinese characters without spaces, with its segmentation. */
interface ChineseRun {
  /** With simplified characters. */
  word: WordQuery
  segments: string[]
}

/** Returns a run of Chinese characters with the words in it. */
function segmentRun(word: WordQuery): ChineseRun {
  const simple = simplifyWord(word)
  return { word: simple, segments: segmentChinese(simple.text) }
}

/** Returns a word in simplified characters. */
const simplifyWord = (word: WordQuery): WordQuery => ({ ...word, text: simplifyText(word.text) })

/** Chinese particles that may stand alone between spaces, besides 与 and 或, which are operators. */
const LONE_PARTICLES = new Set('的和及')

/**
 * Splits a run of Chinese at particles and question words, which are left out. A run of nothing else is searched as
 * written when it is not itself such a word.
 */
function contentWords({ word, segments }: ChineseRun, isSentence: boolean): WordQuery[] {
  if (LONE_PARTICLES.has(word.text)) return []
  const isLeftOut = isSentence ? isChineseFunctionWord : isChineseAskingWord
  const runs = contentRuns(segments).flatMap((run) => splitAt(run, isLeftOut))
  if (runs.length > 0) return runs.map((run) => ({ ...word, text: run.join('') }))
  return isLeftOut(word.text) ? [] : [word]
}

/** Returns the pieces of a list between the elements that are left out. */
function splitAt(list: string[], isLeftOut: (element: string) => boolean): string[][] {
  const pieces: string[][] = [[]]
  for (const element of list)
    if (isLeftOut(element)) pieces.push([])
    else pieces.at(-1)?.push(element)
  return pieces.filter((piece) => piece.length > 0)
}

/** English function words that any query loses; a query of nothing else is searched as written. */
const FUNCTION_WORDS = new Set(
  'a an the of for and or in on at to from by with as is are this that which'.split(' '),
)

/** Returns whether a word is left out. A sentence loses more words, but none in capitals: `IT`, `US`. */
const isFunctionWord = (text: string, isSentence: boolean): boolean =>
  FUNCTION_WORDS.has(text.toLowerCase()) ||
  LONE_PARTICLES.has(text) ||
  (isSentence && (isEnglishFunctionWord(text) || isEnglishAskingWord(text)) && text !== text.toUpperCase())

/** Applies `readFreeText` and returns the result as a query. */
export function readFreeTextQuery(parsed: ParsedQuery): ParsedQuery {
  const plain = readFreeText(parsed)
  return plain ? { ...parsed, query: joinQueries('and', plain.words) } : parsed
}

/**
 * Splits a query of words and quoted phrases into a query of words and, as conditions that do not affect the score,
 * its phrases. Hits contain the phrases, papers with only their words follow, and all rank as they would without the
 * quotes: function words in quotes are left out, unless a phrase has no other words. Any other query is returned
 * unchanged.
 */
export function separateQuotes(parsed: ParsedQuery): { words: ParsedQuery; phrases: Plan[] } {
  const { query, explicit } = parsed
  const parts = query.kind === 'and' ? query.parts : [query]
  const isPlain = parts.every(
    (part) => (part.kind === 'word' || part.kind === 'phrase') && part.field === 'any',
  )
  if (!explicit || !isPlain) return { words: parsed, phrases: [] }
  const phrases = parts.flatMap((part) => {
    return part.kind === 'phrase' ? [phrasePlan(part.text, { mask: ANY_MASK, weight: 0 })] : []
  })
  const wordCount = parts.reduce((sum, part) => sum + ('text' in part ? part.text.split(' ').length : 1), 0)
  const words = parts.flatMap((part): WordQuery[] => {
    if (part.kind === 'word') return [part]
    if (part.kind !== 'phrase') return []
    const { start, end } = part
    const texts = part.text.split(' ')
    const content = texts.filter((text) => !isFunctionWord(text, wordCount >= MIN_SENTENCE_WORDS))
    const searchedTexts = content.length > 0 ? content : texts
    return searchedTexts.map((text) => ({ kind: 'word', field: 'any', text, quoted: true, start, end }))
  })
  return { words: { ...parsed, explicit: false, query: joinQueries('and', words) }, phrases }
}
