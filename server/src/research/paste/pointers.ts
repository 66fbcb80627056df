import { anyOf } from '../../language/phrases.ts'

const WORK_NOUN = anyOf('pasted/work-nouns')
const POSITION_WORD = `${anyOf('pasted/positions')}的?`
const PRESENTED = `(?:所?${anyOf('pasted/presenting')})?的?`
/** Phrases that refer to a named work: 这篇论文所提出的, 以下几篇文献, 本文, this paper's. */
const WORK_POINTER = [
  `(?:${POSITION_WORD}[这那该此]?|[这那该此])[一两二三四几]?[篇种个项类些本部]${WORK_NOUN}?[里中]?${PRESENTED}`,
  `${POSITION_WORD}${WORK_NOUN}[里中]?的?`,
  `(?:该|此|本)(?:文|${WORK_NOUN})[里中]?${PRESENTED}`,
  `${anyOf('pasted/work-pointers')}(?:['’]s)?`,
].join('|')
const ANY_POINTER = new RegExp(WORK_POINTER, 'giu')
const LEADING_POINTER = new RegExp(`^${anyOf('courtesies/asking')}?[，,\\s]{0,2}(?:${WORK_POINTER})`, 'iu')
/** Matches words for "before" and "after" a work, but not those after a year. */
const TIME_WORD = new RegExp(
  `(?<![\\d年月])(?:${anyOf('time/later', { language: 'zh' })}|${anyOf('time/earlier')})的?`,
  'gu',
)

/**
 * Removes from a question about works the phrases that refer to them and the words that only say "before" or "after".
 */
export const stripPointers = (text: string): string =>
  text.replace(ANY_POINTER, ' ').replace(TIME_WORD, ' ').trim()

const WORK_AT_END = new RegExp(`(?:篇|文|${anyOf('pasted/presenting')}|${WORK_NOUN})$`, 'u')

/**
 * Returns a question that begins by referring to a work, without that phrase; null for any other question. A 的 after the
 * phrase stays: 「这篇论文的局限」 gives 「的局限」.
 */
export function textAfterPointer(text: string): string | null {
  const [pointer = ''] = LEADING_POINTER.exec(text) ?? []
  const bare = pointer.replace(/的$/u, '')
  // In 这个方向 the phrase does not refer to a work.
  if (!WORK_AT_END.test(bare)) return null
  const rest = text.slice(bare.length)
  return rest.trim() === '' ? null : rest
}
