import type { Work } from '@scinav/contract'
import { segmentChinese } from '../analysis/dictionary.ts'
import { textWithoutMarkup } from '../analysis/markup.ts'
import { isParticle } from '../analysis/particles.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { sourceKey } from '../index/document.ts'
import { isGeneralWord } from './title-phrases.ts'

/** What a paper says in Chinese and in English; each term once. */
export interface CrossLanguageTerms {
  chinese: string[]
  english: string[]
  /** Those of the Chinese terms that are keywords. */
  keywords: Set<string>
  /** Keywords of two lists of one length, by their place. */
  paired: [string, string][]
}

/** A record of a third language may have characters and letters of these. */
const ACCEPTED_LANGUAGES = new Set<string | null>([null, 'zh', 'en'])
const HAN_CHARACTER = /\p{Script=Han}/u
const KANA_CHARACTER = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const CHINESE_TERM = /^\p{Script=Han}{2,12}$/u
const ENGLISH_TERM = /^[A-Za-z][\w'’/+-]*(?: [\w'’/+-]+){0,5}$/
/** General words that end a term: 语言模型 is one, 语言研究 is none. */
const TERM_LAST_WORDS = new Set(
  'model models system systems method methods 模型 系统 技术 方法 机制'.split(' '),
)
const INNER_WORDS = new Set(['of', 'the'])
const MAX_GRAM_WORDS = { english: 4, chinese: 3 }
const MAX_TERMS = 80

/**
 * The terms of a record that has both languages, from its keywords and titles; null for all other records. The names
 * of its authors and of its source are no terms, nor are titles of works (《…》).
 */
export function extractCrossLanguage(work: Work): CrossLanguageTerms | null {
  const keywords = work.keywords.map(tidyText)
  const titles = [work.title, work.title_zh, work.csl['translated-title']].flatMap((title) =>
    typeof title === 'string' ? [tidyText(title)] : [],
  )
  const texts = [...keywords, ...titles]
  if (!ACCEPTED_LANGUAGES.has(work.language) || !texts.some(hasHan) || texts.every(hasHan)) return null
  const names = workNames(work)
  const isTerm = (term: string) => !names.has(term.toLowerCase())
  const chinese = keywords.map(simplifyText).filter((each) => CHINESE_TERM.test(each) && isTerm(each))
  const english = keywords.filter((each) => ENGLISH_TERM.test(each) && isTerm(each)).map(lowerCaseWords)
  const inTitles = {
    chinese: titles.flatMap(chineseGrams).filter(isTerm),
    english: titles.flatMap(englishGrams).filter(isTerm),
  }
  const both = inTitles.chinese.length > 0 && inTitles.english.length > 0
  // A title that nobody translated says nothing of keywords that somebody did.
  const all = {
    chinese: distinctTerms([...chinese, ...(both || !keywords.some(hasHan) ? inTitles.chinese : [])]),
    english: distinctTerms([...english, ...(both || keywords.every(hasHan) ? inTitles.english : [])]),
  }
  if (all.chinese.length === 0 || all.english.length === 0) return null
  const parallel = areParallel(keywords) && chinese.length + english.length === keywords.length
  const paired = chinese.map((each, at): [string, string] => [each, english[at] ?? ''])
  return { ...all, keywords: new Set(chinese), paired: parallel ? paired : [] }
}

const tidyText = (text: string) => textWithoutMarkup(text).normalize('NFKC').replace(/\s+/g, ' ').trim()
const hasHan = (text: string) => HAN_CHARACTER.test(text)
const distinctTerms = (terms: string[]) => [...new Set(terms)].slice(0, MAX_TERMS)

/** In small letters, but for words with capitals of their own. */
const lowerCaseWords = (text: string) => text.replace(/\b[A-Z][a-z]+\b/g, (word) => word.toLowerCase())

function workNames({ creators, basic_sourcename, publisher }: Work): Set<string> {
  const people = creators.flatMap(({ name, name_zh, family, given }) => [
    name,
    name_zh,
    `${given} ${family}`,
    `${family} ${given}`,
  ])
  return new Set([...people, basic_sourcename, publisher].map((name) => sourceKey(name ?? '')))
}

/** Whether all of one language stand before all of the other, as many of each: then a place is one term. */
function areParallel(keywords: string[]): boolean {
  const chinese = keywords.map((each) => CHINESE_TERM.test(each))
  const half = keywords.length / 2
  const turns = chinese.filter((each, at) => at > 0 && each !== chinese[at - 1]).length
  const others = keywords.filter((each) => !hasHan(each))
  return turns === 1 && others.length === half && others.every((each) => ENGLISH_TERM.test(each))
}

function chineseGrams(title: string): string[] {
  if (KANA_CHARACTER.test(title)) return []
  const runs = simplifyText(title.replace(/《[^《》]*》/g, ' ')).match(/\p{Script=Han}+/gu) ?? []
  return runs
    .flatMap((run) => wordGrams(segmentChinese(run), MAX_GRAM_WORDS.chinese, ''))
    .filter((term) => CHINESE_TERM.test(term))
}

function englishGrams(title: string): string[] {
  if (hasHan(title)) return []
  const written = /[a-z]/.test(title) ? lowerCaseWords(title) : title.toLowerCase()
  return written
    .split(/[^\w\s'’-]+/)
    .flatMap((clause) => wordGrams(clause.split(/\s+/).filter(Boolean), MAX_GRAM_WORDS.english, ' '))
    .filter((term) => term.length > 2 && ENGLISH_TERM.test(term))
}

/** Runs of words that could be terms: none begins, ends or is joined with a word that any title may have. */
function wordGrams(words: string[], most: number, between: string): string[] {
  const kinds = words.map((word) => wordKind(word.toLowerCase()))
  return words.flatMap((_, from) => {
    if (kinds[from] !== 'open') return []
    const closed = kinds.indexOf('closed', from)
    const end = Math.min(from + most, closed < 0 ? words.length : closed)
    return Array.from({ length: end - from }, (_, more) => from + more)
      .filter((last) => kinds[last] !== 'inner')
      .map((last) => words.slice(from, last + 1).join(between))
  })
}

function wordKind(word: string): 'open' | 'head' | 'inner' | 'closed' {
  if (TERM_LAST_WORDS.has(word)) return 'head'
  if (INNER_WORDS.has(word)) return 'inner'
  return isGeneralWord(word) || isParticle(word) ? 'closed' : 'open'
}
