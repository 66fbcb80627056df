const WORK_NOUN = '(?:论文|文献|文章|方法|工作|研究|模型|理论|成果|思路|做法|技术|书|著作|综述)'
const POSITION_WORD = '(?:下面|以下|上面|上述|前面|以上)的?'
/** Phrases that refer to a named work: 这篇论文所提出的, 以下几篇文献, 本文, this paper's. */
const WORK_POINTER = `(?:${POSITION_WORD}[这那该此]?|[这那该此])[一两二三四几]?[篇种个项类些本部]${WORK_NOUN}?[里中]?(?:所?提出|介绍|描述)?的?|${POSITION_WORD}${WORK_NOUN}[里中]?的?|(?:该|此|本)(?:文|${WORK_NOUN})[里中]?(?:所?提出)?的?|\\b(?:this|that|these|those|the (?:above|following))\\s(?:papers?|articles?|works?|study|studies|methods?|approach|approaches|models?|theory|books?|techniques?|ideas?|references?|tasks?|problems?|topics?|questions?|fields?|areas?)\\b(?:['’]s)?`
const ANY_POINTER = new RegExp(WORK_POINTER, 'giu')
const LEADING_POINTER = new RegExp(
  `^(?:请问|想问一下|我想(?:知道|了解))?[，,\\s]{0,2}(?:${WORK_POINTER})`,
  'iu',
)
/** Matches words for "before" and "after" a work, but not those after a year. */
const TIME_WORD = /(?<![\d年月])(?:之后|以后|后来|后续|此后|之前|以前|此前)的?/gu

/**
 * Removes from a question about works the phrases that refer to them and the words that only say "before" or "after".
 */
export const stripPointers = (text: string): string =>
  text.replace(ANY_POINTER, ' ').replace(TIME_WORD, ' ').trim()

const WORK_AT_END = new RegExp(`(?:篇|文|提出|介绍|描述|${WORK_NOUN})$`, 'u')

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
