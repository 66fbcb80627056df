import { segmentChinese } from '../analysis/dictionary.ts'
import { textWithoutMarkup } from '../analysis/markup.ts'

/** Function words, and words that occur in titles of any subject. */
const ENGLISH_STOP_WORDS = new Set(
  (
    'a an and or the of for in on at to from by with without via as is are be can do does how what why when where which that ' +
    'this these we our its their it not no than then into over under between within across toward towards through using use ' +
    'used based study studies analysis approach approaches method methods model models new novel improved improving improve ' +
    'system systems application applications case review survey results effect effects research evaluation evaluating ' +
    'learning-based data paper report introduction overview proceedings workshop conference task tasks shared'
  ).split(' '),
)
/** Words that are frequent in titles and name no topic. */
const CHINESE_STOP_WORDS = new Set(
  '基于 研究 分析 方法 应用 及其 影响 问题 探讨 一种 综述 进展 现状 中国 我国 视角 为例 设计 实现 技术 系统 模型 若干 初探 思考 对策 机制 路径 关系'.split(
    ' ',
  ),
)

/** Numbers of words of a phrase that is not Chinese. */
const PHRASE_LENGTHS = [2, 3]

/** Returns whether a word, in lower case, occurs in titles of any subject. */
export const isGeneralWord = (word: string) => ENGLISH_STOP_WORDS.has(word) || CHINESE_STOP_WORDS.has(word)

/**
 * Returns the topical phrases of a title, each once: two or three adjacent words, Chinese words of at least three
 * characters, and pairs of adjacent Chinese words. General words are in none of them.
 */
export function extractPhrases(title: string): string[] {
  const plain = textWithoutMarkup(title).normalize('NFKC')
  const runs = plain.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []
  const phrases = runs.flatMap((run) =>
    /\p{Script=Han}/u.test(run) ? chinesePhrases(run) : latinPhrases(run.toLowerCase()),
  )
  return [...new Set(phrases)]
}

/** Returns the phrases of a text in lower case and another script than Chinese. */
function latinPhrases(text: string): string[] {
  const phrases: string[] = []
  for (const clause of text.split(/[^\p{L}\p{N}\s'’-]+/u)) {
    let run: string[] = []
    // The empty word ends the last run.
    for (const word of [...clause.split(/\s+/), '']) {
      if (isContentWord(word)) run.push(word)
      else {
        phrases.push(...neighborRuns(run))
        run = []
      }
    }
  }
  return phrases
}

/** Nouns in -ly; other words in -ly are adverbs, which are part of no term. */
const NOUNS_IN_LY = new Set(
  'anomaly assembly family homily italy july monopoly multiply reply supply'.split(' '),
)
/** Returns whether a word is an adverb: it ends with -ly and is not one of the nouns that do. */
const isAdverb = (word: string) => /.{3}ly$/.test(word) && !NOUNS_IN_LY.has(word)

/** Returns whether a word may be part of a phrase. */
const isContentWord = (word: string) =>
  word.length > 1 && !ENGLISH_STOP_WORDS.has(word) && !isAdverb(word) && /\p{L}/u.test(word)

/** Returns all sequences of two and three adjacent words. */
function neighborRuns(run: string[]): string[] {
  return run.flatMap((_, from) =>
    PHRASE_LENGTHS.flatMap((length) =>
      from + length <= run.length ? [run.slice(from, from + length).join(' ')] : [],
    ),
  )
}

/** Returns the phrases of a run of Chinese characters. */
function chinesePhrases(run: string): string[] {
  // General words and single characters are replaced by '', so that the words around them form no pair.
  const words = segmentChinese(run).map((word) =>
    word.length > 1 && !CHINESE_STOP_WORDS.has(word) ? word : '',
  )
  const phrases: string[] = []
  words.forEach((word, index) => {
    if (word === '') return
    const next = words[index + 1] ?? ''
    if (word.length > 2) phrases.push(word)
    if (next !== '') phrases.push(word + next)
  })
  return phrases
}

/**
 * Returns a key that is equal for the singular and plural of a term, and for its spellings with hyphens or capitals:
 * "Neural-Networks" and "neural network" have the key "neural network".
 */
export function termKey(term: string): string {
  return (
    textWithoutMarkup(term)
      .normalize('NFKC')
      .toLowerCase()
      .split(/[\s-]+/)
      // A plural of at least five letters; not *analysis*, *class* or *corpus*.
      .map((word) => (/^[a-z]{3,}[^aious]s$/.test(word) ? word.slice(0, -1) : word))
      .join(' ')
      .trim()
  )
}
