// One long manuscript: a list of real works that its text cites over and over.
import { formatReference, runsText, toCsl } from '../../citation/src/index.ts'
import type { Work } from '../../contract/src/index.ts'
import type { DraftBlock, DraftManuscript } from './draft.ts'

/** The characters of a printed page of Chinese text. */
const CHARS_PER_PAGE = 900
const CITED_PER_PARAGRAPH = 3

const SENTENCE =
  '这一部分整理前人在不同地区、不同年份得到的观测资料，比较各种方法在样本量、取样间隔和误差来源上的差别，并说明哪些结论可以推广'

/** Composes a manuscript in the numeric style of GB/T 7714, without faults. */
export function draftLongManuscript(works: readonly Work[], pages: number): DraftManuscript {
  const style = 'gb-2025-numeric'
  const entries = works.map((work) => runsText(formatReference(style, toCsl(work))))
  const paragraphs: DraftBlock[] = []
  const citations: number[][] = []
  for (let chars = 0; chars < pages * CHARS_PER_PAGE; ) {
    const pieces: DraftBlock['pieces'] = []
    for (let at = 0; at < CITED_PER_PARAGRAPH; at += 1) {
      const cited = citations.length % works.length
      citations.push([cited])
      pieces.push(
        { text: `${SENTENCE}，例如第 ${citations.length} 组资料` },
        { text: `[${cited + 1}]` },
        { text: '。' },
      )
    }
    chars += pieces.reduce((sum, { text }) => sum + text.length, 0)
    paragraphs.push({ kind: 'paragraph', pieces })
  }
  return {
    ...{ seed: 0, language: 'zh', form: 'brackets', format: 'docx', style },
    blocks: [
      { kind: 'heading', pieces: [{ text: '1 引言' }] },
      ...paragraphs,
      { kind: 'heading', pieces: [{ text: '参考文献' }] },
      ...entries.map(
        (entry, at): DraftBlock => ({ kind: 'reference', pieces: [{ text: `[${at + 1}] ${entry}` }] }),
      ),
    ],
    entries,
    faults: [],
    citations,
  }
}
