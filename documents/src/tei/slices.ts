import { boxesOf } from '../canonical-text.ts'
import type { Block, Box, NoteMark } from '../document.ts'

/** A part of a block that becomes a block of its own. */
export interface BlockSlice {
  /** Index of the block. */
  block: number
  /** Offsets in the text of the block; `end` is exclusive. */
  start: number
  end: number
  /** The type of the new block; absent when it keeps that of the old one. */
  become?: Pick<Block, 'type' | 'level'>
  /** Index of the reference to which the part belongs: parts of one reference are merged. */
  entry?: number
}

/** Stands for the entry of a slice that belongs to no reference. */
const NO_ENTRY = -1

/**
 * Builds blocks from slices in reading order and redirects note marks to the new indices. Slices without text leave no
 * block; those of one reference become one block, at the place of the first.
 */
export function buildBlocks(blocks: readonly Block[], slices: readonly BlockSlice[]): Block[] {
  const built: Block[] = []
  /** Index of the new block of each reference. */
  const indexOfEntry = new Map<number, number>()
  /** Index of the new block of the first part of each old block. */
  const indexOfBlock = new Map<number, number>()
  for (const slice of slices) {
    const block = blocks[slice.block]
    const part = block && sliceBlock(block, slice)
    if (!part) continue
    const { entry = NO_ENTRY } = slice
    const index = indexOfEntry.get(entry) ?? built.length
    const before = built[index]
    built[index] = before ? mergeBlocks(before, part) : part
    if (entry !== NO_ENTRY) indexOfEntry.set(entry, index)
    if (!indexOfBlock.has(slice.block)) indexOfBlock.set(slice.block, index)
  }
  return built.map((block) => remapNotes(block, indexOfBlock))
}

/** Returns a part of a block as a block, or null when it contains no text. */
function sliceBlock(block: Block, { start: from, end: to, become }: BlockSlice): Block | null {
  const part = block.text.slice(from, to)
  const text = part.trim()
  if (text === '') return null
  const start = from + part.length - part.trimStart().length
  const end = start + text.length
  const { level: _level, notes = [], lines = [], ...otherProperties } = block
  const boxes = joinBoxes(boxesOf(block, start, end))
  const isWhole = start === 0 && end === block.text.length
  const ownNotes = notes
    .filter((note) => note.start >= start && note.end <= end)
    .map((note): NoteMark => ({ ...note, start: note.start - start, end: note.end - start }))
  return {
    ...otherProperties,
    ...(become ?? { type: block.type, ...(block.level !== undefined && { level: block.level }) }),
    text,
    page: boxes[0]?.page ?? block.page,
    boxes: isWhole ? block.boxes : boxes,
    ...(lines.length > 0 && {
      lines: lines
        .filter((line, at) => line.start < end && (lines[at + 1]?.start ?? block.text.length) > start)
        .map((line) => ({ ...line, start: Math.max(0, line.start - start) })),
    }),
    ...(ownNotes.length > 0 && { notes: ownNotes }),
  }
}

/** In points: how far the top of a box may be above that of the box before, below which it is. */
const MAX_RISE = 2

/** Merges each box with the one before if it is below it on the same page and overlaps its width. */
function joinBoxes(boxes: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (const box of boxes) {
    const last = joined.at(-1)
    const isBelow =
      last?.page === box.page && box.y0 > last.y0 - MAX_RISE && box.x0 < last.x1 && box.x1 > last.x0
    if (!last || !isBelow) joined.push({ ...box })
    else
      Object.assign(last, {
        x0: Math.min(last.x0, box.x0),
        x1: Math.max(last.x1, box.x1),
        y1: Math.max(last.y1, box.y1),
      })
  }
  return joined
}

/** Matches the end of a text after which Chinese is written without a space. */
const TIGHT_END = /[\p{Script=Han}\u3000-\u303F]$/u

/** Merges two parts of one entry. */
function mergeBlocks(first: Block, second: Block): Block {
  const between = TIGHT_END.test(first.text) ? '' : ' '
  const from = first.text.length + between.length
  const lines = (second.lines ?? []).map((line) => ({ ...line, start: line.start + from }))
  return {
    ...first,
    text: first.text + between + second.text,
    boxes: joinBoxes([...first.boxes, ...second.boxes]),
    ...(first.lines && { lines: [...first.lines, ...lines] }),
  }
}

/** Returns a block whose note marks refer to the new blocks. */
function remapNotes({ notes, marked_in, ...block }: Block, indexOfBlock: ReadonlyMap<number, number>): Block {
  const newIndex = (index: number) => indexOfBlock.get(index) ?? index
  return {
    ...block,
    ...(notes && { notes: notes.map((mark) => ({ ...mark, note: newIndex(mark.note) })) }),
    ...(marked_in !== undefined && { marked_in: newIndex(marked_in) }),
  }
}

/** Returns one slice per block that covers all of its text. */
export const wholeSlices = (blocks: readonly Block[]): BlockSlice[] =>
  blocks.map(({ text }, block) => ({ block, start: 0, end: text.length }))
