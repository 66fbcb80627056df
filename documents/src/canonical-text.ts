import type { Block, Box } from './document.ts'

const BLOCK_SEPARATOR = '\n\n'

/** The text of a document as one string, with the offset at which each of its blocks begins. */
export interface CanonicalText {
  text: string
  /** One offset per block; a block that contributes no text has the offset of the next one that does. */
  starts: number[]
}

/**
 * Joins all blocks in reading order, separated by an empty line, without blocks of type `other` and blocks without
 * text. Offsets of passages and annotations count UTF-16 units in this text.
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

/**
 * Returns the boxes of the lines that contain the characters from `start` up to, not including, `end` (offsets in the
 * text of the block), or all boxes of the block when it has no lines.
 */
export function boxesOf(block: Block, start: number, end: number): Box[] {
  const lines = block.lines ?? []
  if (lines.length === 0) return block.boxes
  return lines
    .filter((line, at) => line.start < end && (lines[at + 1]?.start ?? block.text.length) > start)
    .map(({ box }) => box)
}
