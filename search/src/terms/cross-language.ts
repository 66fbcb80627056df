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
  /** Chinese and English keywords that translate each other, because the record lists all in both languages. */
  paired: [chinese: string, english: string][]
}

/**
 * Languages of the records that are used (null: unknown). Others may also contain Chinese characters and Latin letters.
 */
const ACCEPTED_LANGUAGES = new Set<string | null>([null, 'zh', 'en'])
const HAN_CHARACTER = /\p{Script=Han}/u
const KANA_CHARACTER = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Matches two to twelve Chinese characters: 机器翻译. */
const CHINESE_TERM = /^\p{Script=Han}{2,12}$/u
/** Matches one to six words, the first of which begins with a letter: "Parkinson's disease", "BERT-based model". */
const ENGLISH_TERM = /^[A-Za-z][\w'’/+-]*(?: [\w'’/+-]+){0,5}$/
/** General words that may follow the first word of a term: 语言模型 is a term, 语言研究 is not. */
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
 * Returns the terms of a record in both languages, from its keywords and titles; null when it does not have terms in
 * both. Names of its authors and source, and titles of works (《…》), are not terms.
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
  const chinese = keywords.map(simplifyText).filter((term) => CHINESE_TERM.test(term) && isTerm(term))
  const english = keywords.filter((term) => ENGLISH_TERM.test(term) && isTerm(term)).map(lowerCaseWords)
  const titleTerms = {
    chinese: titles.flatMap(chineseGrams).filter(isTerm),
    english: titles.flatMap(englishGrams).filter(isTerm),
  }
  const areTitlesInBoth = titleTerms.chinese.length > 0 && titleTerms.english.length > 0
  // A title in one language is used only when no keywords are in that language; otherwise it would only add terms
  // without a counterpart.
  const usesChineseTitles = areTitlesInBoth || !keywords.some(hasHan)
  const usesEnglishTitles = areTitlesInBoth || keywords.every(hasHan)
  const terms = {
    chinese: distinctTerms([...chinese, ...(usesChineseTitles ? titleTerms.chinese : [])]),
    english: distinctTerms([...english, ...(usesEnglishTitles ? titleTerms.english : [])]),
  }
  if (terms.chinese.length === 0 || terms.english.length === 0) return null
  const parallel = areParallel(keywords) && chinese.length + english.length === keywords.length
  const paired = chinese.map((term, index): [string, string] => [term, english[index] ?? ''])
  return { ...terms, keywords: new Set(chinese), paired: parallel ? paired : [] }
}

/** Returns a text in NFKC without markup, with single spaces. */
const tidyText = (text: string) => textWithoutMarkup(text).normalize('NFKC').replace(/\s+/g, ' ').trim()
/** Returns whether a text contains a Chinese character. */
const hasHan = (text: string) => HAN_CHARACTER.test(text)
/** Returns the first `MAX_TERMS` different terms. */
const distinctTerms = (terms: string[]) => [...new Set(terms)].slice(0, MAX_TERMS)

/** Converts words to lower case unless they have capitals after the first letter. */
const lowerCaseWords = (text: string) => text.replace(/\b[A-Z][a-z]+\b/g, (word) => word.toLowerCase())

/** Returns the names of people, source and publisher in the form of `sourceKey`. */
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
 * Returns whether all keywords of one language precede all of the other, in equal number: the terms at the same index
 * of both lists then translate each other.
 */
function areParallel(keywords: string[]): boolean {
  const areChinese = keywords.map((keyword) => CHINESE_TERM.test(keyword))
  const changes = areChinese.filter((isChinese, index) => index > 0 && isChinese !== areChinese[index - 1])
  const others = keywords.filter((keyword) => !hasHan(keyword))
  return (
    changes.length === 1 &&
    others.length === keywords.length / 2 &&
    others.every((keyword) => ENGLISH_TERM.test(keyword))
  )
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

/**
 * Returns the sequences of up to `maxWords` adjacent words that may be terms by the kinds of their words (`wordKind`),
 * joined by a separator.
 */
function wordGrams(words: string[], maxWords: number, separator: string): string[] {
  const kinds = words.map((word) => wordKind(word.toLowerCase()))
  return words.flatMap((_, from) => {
    if (kinds[from] !== 'open') return []
    const nextClosed = kinds.indexOf('closed', from)
    const end = Math.min(from + maxWords, nextClosed < 0 ? words.length : nextClosed)
    return Array.from({ length: end - from }, (_, index) => from + index)
      .filter((last) => kinds[last] !== 'inner')
      .map((last) => words.slice(from, last + 1).join(separator))
  })
}

/**
 * Returns where a word (in lower case) may stand in a term: `open` anywhere, `head` (`model`) anywhere but first,
 * `inner` (`of`) neither first nor last, `closed` nowhere, since such words occur in any title.
 */
function wordKind(word: string): 'open' | 'head' | 'inner' | 'closed' {
  if (TERM_LAST_WORDS.has(word)) return 'head'
  if (INNER_WORDS.has(word)) return 'inner'
  return isGeneralWord(word) || isParticle(word) ? 'closed' : 'open'
}
