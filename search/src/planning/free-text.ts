import { segmentChinese } from '../analysis/dictionary.ts'
import {
  isChineseAskingWord,
  isChineseFunctionWord,
  isEnglishAskingWord,
  isEnglishFunctionWord,
} from '../analysis/function-words.ts'
import { contentRuns } from '../analysis/particles.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { joinQueries, type ParsedQuery, type WordQuery } from '../query/query.ts'
import type { Bilingual } from './bilingual.ts'

/** English function words; a query of nothing else is searched as written. */
const FUNCTION_WORDS = new Set(
  'a an the of for and or in on at to from by with as is are this that which'.split(' '),
)
/** Chinese particles that may stand alone between spaces, besides 与 and 或, which are operators. */
const LONE_PARTICLES = new Set('的和及')
/** From this many words on a query is a sentence, in which more function words are ignored than in a few words. */
export const MIN_SENTENCE_WORDS = 6

const HAN_CHARACTER = /\p{Script=Han}/u

/** Words of a query without operators, as they are searched. */
export interface FreeText {
  words: WordQuery[]
  /** Number of function words of a sentence that were left out. */
  left_out: number
}

/**
 * Interprets a query of plain words: traditional characters become simplified ones, and function words are left out, so
 * that a title need not contain them; a sentence loses more of them than a few words do. Words in quotes are kept.
 * Returns null when the query is more than words.
 */
export function readFreeText(parsed: ParsedQuery): FreeText | null {
  const written = freeWords(parsed)
  if (written.length === 0) return null
  const runs = written.map((word) =>
    HAN_CHARACTER.test(word.text) && !word.quoted ? segmentRun(word) : null,
  )
  const length = runs.reduce((sum, run) => sum + (run ? run.segments.length : 1), 0)
  const isSentence = length >= MIN_SENTENCE_WORDS
  const content = written.flatMap((word, at) => {
    const run = runs[at]
    if (run) return contentWords(run, isSentence)
    return !word.quoted && isFunctionWord(word.text, isSentence) ? [] : [word]
  })
  if (content.length === 0) return { words: written.map(simplifyWord), left_out: 0 }
  const latin = written.filter((_, at) => !runs[at]).length
  const kept = content.filter(({ text, quoted }) => quoted || !HAN_CHARACTER.test(text)).length
  return { words: content, left_out: isSentence ? Math.max(0, latin - kept) : 0 }
}

/** Applies `readFreeText` and returns the result as a query. */
export function readFreeTextQuery(parsed: ParsedQuery): ParsedQuery {
  const plain = readFreeText(parsed)
  return plain ? { ...parsed, query: joinQueries('and', plain.words) } : parsed
}

/** Returns whether a word is a function word, in a sentence or among few words. */
export const isFunctionWord = (text: string, isSentence: boolean): boolean =>
  FUNCTION_WORDS.has(text.toLowerCase()) ||
  LONE_PARTICLES.has(text) ||
  (isSentence && (isEnglishFunctionWord(text) || isEnglishAskingWord(text)) && text !== text.toUpperCase())

/** Returns the words of a query that has nothing else; a query with operators is explicit. */
function freeWords({ query, explicit, identifier }: ParsedQuery): WordQuery[] {
  if (explicit || identifier) return []
  const parts = query.kind === 'and' ? query.parts : [query]
  const words = parts.filter((part) => part.kind === 'word')
  return words.length === parts.length ? words : []
}

const simplifyWord = (word: WordQuery): WordQuery => ({ ...word, text: simplifyText(word.text) })

interface ChineseRun {
  word: WordQuery
  segments: string[]
}

function segmentRun(word: WordQuery): ChineseRun {
  const simple = simplifyWord(word)
  return { word: simple, segments: segmentChinese(simple.text) }
}

/**
 * Splits a run of Chinese at particles and question words, which are left out. A run of nothing else is searched as
 * written when it is not itself such a word.
 */
function contentWords({ word, segments }: ChineseRun, isSentence: boolean): WordQuery[] {
  if (LONE_PARTICLES.has(word.text)) return []
  const isEmpty = isSentence ? isChineseFunctionWord : isChineseAskingWord
  const runs = contentRuns(segments).flatMap((run) => splitAt(run, isEmpty))
  if (runs.length > 0) return runs.map((run) => ({ ...word, text: run.join('') }))
  return isEmpty(word.text) ? [] : [word]
}

/** Returns the pieces of a list between the elements that are left out. */
function splitAt(list: string[], isLeftOut: (element: string) => boolean): string[][] {
  const pieces: string[][] = [[]]
  for (const element of list)
    if (isLeftOut(element)) pieces.push([])
    else pieces.at(-1)?.push(element)
  return pieces.filter((piece) => piece.length > 0)
}

/** Restricts the translations to terms of the text that begin and end at word boundaries: 生成 is not a word of 发生成本. */
export function translationsFor(bilingual: Bilingual, { query }: ParsedQuery): Bilingual {
  const parts = query.kind === 'and' || query.kind === 'or' ? query.parts : [query]
  const runs = parts.flatMap((part) => ('text' in part ? (part.text.match(/\p{Script=Han}+/gu) ?? []) : []))
  if (runs.length === 0) return bilingual
  const fromChinese = new Map<string, string[]>()
  for (const run of runs)
    for (const term of termsAtWords(run, bilingual)) {
      const english = bilingual.fromChinese.get(term)
      if (english) fromChinese.set(term, english)
    }
  return { ...bilingual, fromChinese }
}

/** Returns the pieces of a run that begin and end at word boundaries. */
export function termsAtWords(run: string, { longest }: Bilingual): string[] {
  const words = segmentChinese(run)
  return words.flatMap((_, from) => {
    const terms: string[] = []
    let term = ''
    for (const word of words.slice(from)) {
      term += word
      if (term.length > longest.chinese) break
      terms.push(term)
    }
    return terms
  })
}
