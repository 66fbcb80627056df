import { segmentChinese } from '@scinav/search'
import { anyOf, phrasePattern, wordSet } from '../phrases.ts'
import { CHINESE_FINAL_STOP_WORDS, CHINESE_STOP_WORDS } from './stop-words.ts'

/** Matches text with Chinese characters. */
export const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns the content words of a run of Chinese characters; adjacent ones stay joined because terms consist of them. */
export function wordsOfRun(run: string): string[] {
  return run.split(' ').flatMap((piece) => {
    // Content words are joined to the last item; a word without content begins a new one.
    const joined: string[] = ['']
    const segments = segmentChinese(piece)
    for (const [at, word] of segments.entries()) {
      if (isPartOfWord(segments, at) || isContent(word, segments[at + 1], joined.at(-1) ?? ''))
        joined[joined.length - 1] += word
      else joined.push('')
    }
    return joined.filter((word) => word !== '')
  })
}

/**
 * Returns whether a segment is content rather than a word of the question.
 *
 * @param before the content that the word would be joined to: 时间关系 is one term, 时间的关系 two words.
 */
function isContent(word: string, next: string | undefined, before: string): boolean {
  if (next !== undefined && isInCompoundName(word, next, before === '' && !CHINESE_STOP_WORDS.has(next)))
    return true
  if (word === '关系') return before !== ''
  const isLast = next === undefined || (next !== '关系' && CHINESE_STOP_WORDS.has(next))
  return !CHINESE_STOP_WORDS.has(word) && !(isLast && CHINESE_FINAL_STOP_WORDS.has(word))
}

/** Nouns that make a name with a preceding modifier: 关系抽取, 问题生成, 观点挖掘. */
const TASK_NOUN = new RegExp(`^${anyOf('compounds/task-nouns')}$`, 'u')
/** Modifiers before such a noun. */
const TASK_MODIFIERS = wordSet('zh', 'compounds/task-modifiers')
/** Words that form a name with what follows when they come first: 概念漂移, 关系型数据库, 思想实验. */
const NAME_BEGINNINGS = wordSet('zh', 'compounds/beginnings')

/**
 * Returns whether a word is part of a compound name rather than a word of the question.
 *
 * @param begins whether the word comes first and a content word follows.
 */
const isInCompoundName = (word: string, next: string, begins: boolean): boolean =>
  (TASK_MODIFIERS.has(word) && TASK_NOUN.test(next)) ||
  next === '主义' ||
  (begins && NAME_BEGINNINGS.has(word))

/** Words that make a name with 可, as 可降解塑料; elsewhere 可 means that something is possible. */
const ABILITY_SUFFIX = phrasePattern('compounds/ability-suffixes', 'u')

/**
 * Returns whether a single character is part of a word that the dictionary lacks and the segmenter therefore splits
 * into characters: 语篇, 译后编辑, 会话推荐, 聚类, 去偏, 习得, 可解释性.
 */
function isPartOfWord(segments: string[], at: number): boolean {
  const [word, before, next] = [segments[at] ?? '', segments[at - 1], segments[at + 1]]
  return (
    (/^[篇后]$/u.test(word) && isLoneContent(before) && next !== undefined) ||
    (word === '会' && at === 0 && next === '话') ||
    (word === '类' && before === '聚') ||
    (word === '得' && before === '习') ||
    (word === '去' && /^(?:[偏噪重雾毒敏冗雨]|.{2,3}化)$/u.test(next ?? '')) ||
    (word === '可' && ABILITY_SUFFIX.test(next ?? ''))
  )
}

/** Returns whether a segment is a single character with content. */
const isLoneContent = (word: string | undefined) =>
  word?.length === 1 && HAN_CHARACTER.test(word) && !CHINESE_STOP_WORDS.has(word)
