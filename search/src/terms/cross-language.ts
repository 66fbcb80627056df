import type { Work } from '@scinav/contract'
import { segmentChinese } from '../analysis/dictionary.ts'
import { textWithoutMarkup } from '../analysis/markup.ts'
import { isParticle } from '../analysis/particles.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { sourceKey } from '../index/document.ts'
import { isGeneralWord } from './title-phrases.ts'

/** The Chinese and English terms of a paper, each once. */
export interface CrossLanguageTerms {
  chinese: string[]
  english: string[]
  /** The Chinese terms that are keywords. */
  keywords: Set<string>
  /** Pairs of keywords from two lists of equal length, matched by index. */
  paired: [string, string][]
}

/** Records in other languages are ignored: they may also contain Chinese characters and Latin letters. */
const ACCEPTED_LANGUAGES = new Set<string | null>([null, 'zh', 'en'])
const HAN_CHARACTER = /\p{Script=Han}/u
const KANA_CHARACTER = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Two to twelve Chinese characters: 机器翻译. */
const CHINESE_TERM = /^\p{Script=Han}{2,12}$/u
/** One to six words, the first of which begins with a letter: "Parkinson's disease", "BERT-based model". */
const ENGLISH_TERM = /^[A-Za-z][\w'’/+-]*(?: [\w'’/+-]+){0,5}$/
/** General words that may end a term: 语言模型 is a term, 语言研究 is not. */
const TERM_LAST_WORDS = new Set(
  'model models system systems method methods 模型 系统 技术 方法 机制'.split(' '),
)
/** Words that may occur within a term, but neither begin nor end it. */
const INNER_WORDS = new Set(['of', 'the'])
/** Maximum number of words of a term taken from a title. */
const MAX_GRAM_WORDS = { english: 4, chinese: 3 }
/** Maximum number of terms of a paper per language. */
const MAX_TERMS = 80

/**
 * Returns the terms of a record in both languages, from its keywords and titles; null for all other records. Names of
 * its authors and source, and titles of works (《…》), are not terms.
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
  const titleTerms = {
    chinese: titles.flatMap(chineseGrams).filter(isTerm),
    english: titles.flatMap(englishGrams).filter(isTerm),
  }
  const areTitlesInBoth = titleTerms.chinese.length > 0 && titleTerms.english.length > 0
  // Where keywords are in both languages, a title in one of them would only add terms without a counterpart.
  const usesChineseTitles = areTitlesInBoth || !keywords.some(hasHan)
  const usesEnglishTitles = areTitlesInBoth || keywords.every(hasHan)
  const terms = {
    chinese: distinctTerms([...chinese, ...(usesChineseTitles ? titleTerms.chinese : [])]),
    english: distinctTerms([...english, ...(usesEnglishTitles ? titleTerms.english : [])]),
  }
  if (terms.chinese.length === 0 || terms.english.length === 0) return null
  const parallel = areParallel(keywords) && chinese.length + english.length === keywords.length
  const paired = chinese.map((each, at): [string, string] => [each, english[at] ?? ''])
  return { ...terms, keywords: new Set(chinese), paired: parallel ? paired : [] }
}

const tidyText = (text: string) => textWithoutMarkup(text).normalize('NFKC').replace(/\s+/g, ' ').trim()
const hasHan = (text: string) => HAN_CHARACTER.test(text)
const distinctTerms = (terms: string[]) => [...new Set(terms)].slice(0, MAX_TERMS)

/** Converts words to lower case unless they have capitals after the first letter. */
const lowerCaseWords = (text: string) => text.replace(/\b[A-Z][a-z]+\b/g, (word) => word.toLowerCase())

/** Returns the names of people, source and publisher, folded as `sourceKey` does. */
function workNames({ creators, basic_sourcename, publisher }: Work): Set<string> {
  const people = creators.flatMap(({ name, name_zh, family, given }) => [
    name,
    name_zh,
    `${given} ${family}`,
    `${family} ${given}`,
  ])
  return new Set([...people, basic_sourcename, publisher].map((name) => sourceKey(name ?? '')))
}

/**
 * Returns whether all keywords of one language precede all of the other, in equal number: equal indexes then mean one
 * term.
 */
function areParallel(keywords: string[]): boolean {
  const chinese = keywords.map((each) => CHINESE_TERM.test(each))
  const half = keywords.length / 2
  const changes = chinese.filter((each, at) => at > 0 && each !== chinese[at - 1]).length
  const others = keywords.filter((each) => !hasHan(each))
  return changes === 1 && others.length === half && others.every((each) => ENGLISH_TERM.test(each))
}

/** Returns the sequences of words of a Chinese title that may be terms; none of a Japanese one. */
function chineseGrams(title: string): string[] {
  if (KANA_CHARACTER.test(title)) return []
  const runs = simplifyText(title.replace(/《[^《》]*》/g, ' ')).match(/\p{Script=Han}+/gu) ?? []
  return runs
    .flatMap((run) => wordGrams(segmentChinese(run), MAX_GRAM_WORDS.chinese, ''))
    .filter((term) => CHINESE_TERM.test(term))
}

/** Returns the sequences of words of an English title that may be terms. */
function englishGrams(title: string): string[] {
  if (hasHan(title)) return []
  const written = /[a-z]/.test(title) ? lowerCaseWords(title) : title.toLowerCase()
  return written
    .split(/[^\w\s'’-]+/)
    .flatMap((clause) => wordGrams(clause.split(/\s+/).filter(Boolean), MAX_GRAM_WORDS.english, ' '))
    .filter((term) => term.length > 2 && ENGLISH_TERM.test(term))
}

/** Returns the sequences of up to `maxWords` words that may be terms by the kinds of their words. */
function wordGrams(words: string[], maxWords: number, separator: string): string[] {
  const kinds = words.map((word) => wordKind(word.toLowerCase()))
  return words.flatMap((_, from) => {
    if (kinds[from] !== 'open') return []
    const closed = kinds.indexOf('closed', from)
    const end = Math.min(from + maxWords, closed < 0 ? words.length : closed)
    return Array.from({ length: end - from }, (_, index) => from + index)
      .filter((last) => kinds[last] !== 'inner')
      .map((last) => words.slice(from, last + 1).join(separator))
  })
}

/**
 * Returns what a word may be in a term: `open` any part, `head` (`model`) all but the first word, `inner` (`of`)
 * neither first nor last, `closed` none, since such words occur in any title.
 */
function wordKind(word: string): 'open' | 'head' | 'inner' | 'closed' {
  if (TERM_LAST_WORDS.has(word)) return 'head'
  if (INNER_WORDS.has(word)) return 'inner'
  return isGeneralWord(word) || isParticle(word) ? 'closed' : 'open'
}
