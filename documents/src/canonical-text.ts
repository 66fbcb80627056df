import type { Block, Box } from './document.ts'

const BLOCK_SEPARATOR = '\n\n'

/** The text of a document as one string, with the offset where each of its blocks begins. */
export interface CanonicalText {
  text: string
  /** One for each block; `other` has none of the text and begins where the next block does. */
  starts: number[]
}

/**
 * All blocks in reading order, an empty line between them, without what is `other`. Offsets of passages and annotations
 * count UTF-16 units in this text.
 */
export function canonicalText(blocks: readonly Block[]): CanonicalText {
  const starts: number[] = []
  const parts: string[] = []
  let length = 0
  for (const block of blocks) {
    starts.push(length)
    if (block.type === 'other' || block.text === '') continue
    parts.push(block.text)
    length += block.text.length + BLOCK_SEPARATOR.length
  }
  return { text: parts.join(BLOCK_SEPARATOR), starts }
}

/** The boxes of the lines that hold the characters from `start` to `end` (offsets in the block's text). */
export function boxesOf(block: Block, start: number, end: number): Box[] {
  const lines = block.lines ?? []
  if (lines.length === 0) return block.boxes
  return lines
    .filter((line, at) => line.start < end && (lines[at + 1]?.start ?? block.text.length) > start)
    .map(({ box }) => box)
}
