import { CJK_UNIT, unitKind, WORD_UNIT } from './unit-kind.ts'

/**
 * How a Chinese term is bounded in its text. Chinese words are not separated by spaces, so 高温 is found within 高温合金,
 * whose papers are about something else; the neighboring characters reveal the difference. A term is free on a side
 * where the text begins or ends, or where it borders on punctuation or on a word that occurs with any topic: 的, 与, 研究,
 * 影响.
 */
export const TERM_BOUNDARY = {
  /** Not Chinese; a pair that is free on one side; or a longer word, which is seldom part of another. */
  plain: 0,
  /** A pair of characters that is free on neither side. */
  bound: 1,
  /** A term that is free on both sides. */
  free: 2,
  /** A pair within a longer word of the dictionary, such as 高温 in 高温合金. */
  within: 3,
} as const

/**
 * Characters that are function words of their own. Those that are also common parts of words (能, 性) are not included.
 */
const FUNCTION_CHARACTERS =
  '的了在和与及其对等之于中上下为是以从向到被把或而并且也将使由所有该此这那各则但均都较最更很可又即不'

/** Words that papers of any field have before a topic. */
const PRECEDING_WORDS =
  '重要 不同 主要 各种 有关 促进 一个 一种 一些 提高 利用 建立 根据 随着 使用 通过 进行 影响 分析 研究 采用 我国 关于 基于 探讨 阐述 本文 提出 具有 许多 以及'
/** Words that papers of any field have after a topic. */
const FOLLOWING_WORDS =
  '特点 情况 变化 作用 状况 现状 分布 分析 进行 问题 可以 作为 分别 之一 探讨 研究 方面 方法 不同 观察 调查 具有 之间 过程 影响 效果 应用 关系 提出 浅析 初探 探析 以及 通过 技术 进展'

/** 1 for each UTF-16 unit that is a function character, else 0. */
const isFunctionCharacter = new Uint8Array(0x10000)
for (const character of FUNCTION_CHARACTERS) isFunctionCharacter[character.charCodeAt(0)] = 1

/** Maps the first characters of words of two to the second ones: most characters begin none of the words. */
function secondCharactersByFirst(words: string): Map<number, Set<number>> {
  const secondsByFirst = new Map<number, Set<number>>()
  for (const word of words.split(' ')) {
    const seconds = secondsByFirst.get(word.charCodeAt(0)) ?? new Set()
    secondsByFirst.set(word.charCodeAt(0), seconds.add(word.charCodeAt(1)))
  }
  return secondsByFirst
}

/** The words of `PRECEDING_WORDS` and of `FOLLOWING_WORDS`, as `secondCharactersByFirst` arranges them. */
const precedingWords = secondCharactersByFirst(PRECEDING_WORDS)
const followingWords = secondCharactersByFirst(FOLLOWING_WORDS)

/** Returns the `TERM_BOUNDARY` of the term from `start` to `end` in a folded text, other than `within`. */
export function termBoundary(text: string, start: number, end: number): number {
  const freeBefore = isFreeBefore(text, start)
  const freeBehind = isFreeBehind(text, end)
  if (freeBefore && freeBehind) return TERM_BOUNDARY.free
  return freeBefore || freeBehind || end - start > 2 ? TERM_BOUNDARY.plain : TERM_BOUNDARY.bound
}

/** Returns whether a term may begin at `start`: at a break, or after one of `PRECEDING_WORDS`. */
function isFreeBefore(text: string, start: number): boolean {
  if (start === 0 || isWordBreak(text.charCodeAt(start - 1))) return true
  return (
    start > 1 && (precedingWords.get(text.charCodeAt(start - 2))?.has(text.charCodeAt(start - 1)) ?? false)
  )
}

/** Returns whether a term may end at `end`: at a break, or before one of `FOLLOWING_WORDS`. */
function isFreeBehind(text: string, end: number): boolean {
  if (end >= text.length || isWordBreak(text.charCodeAt(end))) return true
  return followingWords.get(text.charCodeAt(end))?.has(text.charCodeAt(end + 1)) ?? false
}

/** Returns whether a unit is punctuation or a function character. */
function isWordBreak(code: number): boolean {
  if (isFunctionCharacter[code] === 1) return true
  const kind = unitKind(code)
  return kind !== CJK_UNIT && kind !== WORD_UNIT
}
