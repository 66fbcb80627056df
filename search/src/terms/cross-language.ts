import type { Work } from '@scinav/contract'
import { segment } from '../analysis/dictionary.ts'
import { plainText } from '../analysis/markup.ts'
import { isParticle } from '../analysis/particles.ts'
import { simplified } from '../analysis/traditional.ts'
import { sourceKey } from '../index/document.ts'
import { isGeneral } from './title-phrases.ts'

/** What a paper says in Chinese and in English; each term once. */
export interface CrossLanguage {
  chinese: string[]
  english: string[]
  /** Those of the Chinese terms that are keywords. */
  keywords: Set<string>
  /** Keywords of two lists of one length, by their place. */
  paired: [string, string][]
}

/** A record of a third language may have characters and letters of these. */
const LANGUAGES = new Set<string | null>([null, 'zh', 'en'])
const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const CHINESE_TERM = /^\p{Script=Han}{2,12}$/u
const ENGLISH_TERM = /^[A-Za-z][\w'’/+-]*(?: [\w'’/+-]+){0,5}$/
/** General words that end a term: 语言模型 is one, 语言研究 is none. */
const LAST_WORDS = new Set('model models system systems method methods 模型 系统 技术 方法 机制'.split(' '))
const INNER = new Set(['of', 'the'])
const LONGEST = { english: 4, chinese: 3 }
const MOST_TERMS = 80

/**
 * The terms of a record that has both languages, from its keywords and titles; null for all other records. The names
 * of its authors and of its source are no terms, nor are titles of works (《…》).
 */
export function crossLanguageOf(work: Work): CrossLanguage | null {
  const keywords = work.keywords.map(tidy)
  const titles = [work.title, work.title_zh, work.csl['translated-title']].flatMap((title) =>
    typeof title === 'string' ? [tidy(title)] : [],
  )
  const texts = [...keywords, ...titles]
  if (!LANGUAGES.has(work.language) || !texts.some(isChinese) || texts.every(isChinese)) return null
  const names = namesIn(work)
  const isTerm = (term: string) => !names.has(term.toLowerCase())
  const chinese = keywords.map(simplified).filter((each) => CHINESE_TERM.test(each) && isTerm(each))
  const english = keywords.filter((each) => ENGLISH_TERM.test(each) && isTerm(each)).map(spelled)
  const inTitles = {
    chinese: titles.flatMap(chineseGrams).filter(isTerm),
    english: titles.flatMap(englishGrams).filter(isTerm),
  }
  const both = inTitles.chinese.length > 0 && inTitles.english.length > 0
  // A title that nobody translated says nothing of keywords that somebody did.
  const all = {
    chinese: distinct([...chinese, ...(both || !keywords.some(isChinese) ? inTitles.chinese : [])]),
    english: distinct([...english, ...(both || keywords.every(isChinese) ? inTitles.english : [])]),
  }
  if (all.chinese.length === 0 || all.english.length === 0) return null
  const parallel = areParallel(keywords) && chinese.length + english.length === keywords.length
  const paired = chinese.map((each, at): [string, string] => [each, english[at] ?? ''])
  return { ...all, keywords: new Set(chinese), paired: parallel ? paired : [] }
}

const tidy = (text: string) => plainText(text).normalize('NFKC').replace(/\s+/g, ' ').trim()
const isChinese = (text: string) => HAN.test(text)
const distinct = (terms: string[]) => [...new Set(terms)].slice(0, MOST_TERMS)

/** In small letters, but for words with capitals of their own. */
const spelled = (text: string) => text.replace(/\b[A-Z][a-z]+\b/g, (word) => word.toLowerCase())

function namesIn({ creators, basic_sourcename, publisher }: Work): Set<string> {
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
  const others = keywords.filter((each) => !isChinese(each))
  return turns === 1 && others.length === half && others.every((each) => ENGLISH_TERM.test(each))
}

function chineseGrams(title: string): string[] {
  if (KANA.test(title)) return []
  const runs = simplified(title.replace(/《[^《》]*》/g, ' ')).match(/\p{Script=Han}+/gu) ?? []
  return runs
    .flatMap((run) => grams(segment(run), LONGEST.chinese, ''))
    .filter((term) => CHINESE_TERM.test(term))
}

function englishGrams(title: string): string[] {
  if (isChinese(title)) return []
  const written = /[a-z]/.test(title) ? spelled(title) : title.toLowerCase()
  return written
    .split(/[^\w\s'’-]+/)
    .flatMap((clause) => grams(clause.split(/\s+/).filter(Boolean), LONGEST.english, ' '))
    .filter((term) => term.length > 2 && ENGLISH_TERM.test(term))
}

/** Runs of words that could be terms: none begins, ends or is joined with a word that any title may have. */
function grams(words: string[], most: number, between: string): string[] {
  const kinds = words.map((word) => kindOf(word.toLowerCase()))
  return words.flatMap((_, from) => {
    if (kinds[from] !== 'open') return []
    const closed = kinds.indexOf('closed', from)
    const end = Math.min(from + most, closed < 0 ? words.length : closed)
    return Array.from({ length: end - from }, (_, more) => from + more)
      .filter((last) => kinds[last] !== 'inner')
      .map((last) => words.slice(from, last + 1).join(between))
  })
}

function kindOf(word: string): 'open' | 'head' | 'inner' | 'closed' {
  if (LAST_WORDS.has(word)) return 'head'
  if (INNER.has(word)) return 'inner'
  return isGeneral(word) || isParticle(word) ? 'closed' : 'open'
}
