import { boxesOf } from '../canonical-text.ts'
import type { Block, Box, NoteMark } from '../document.ts'

/** A part of a block that becomes a block of its own; parts with the same `entry` are merged. */
export interface BlockSlice {
  block: number
  start: number
  end: number
  become?: Pick<Block, 'type' | 'level'>
  entry?: number
}

function joinBoxes(boxes: readonly Box[]): Box[] {
  const found: Box[] = []
  for (const box of boxes) {
    const last = found.at(-1)
    const follows = last?.page === box.page && box.y0 > last.y0 - 2 && box.x0 < last.x1 && box.x1 > last.x0
    if (!last || !follows) found.push({ ...box })
    else
      Object.assign(last, {
        x0: Math.min(last.x0, box.x0),
        x1: Math.max(last.x1, box.x1),
        y1: Math.max(last.y1, box.y1),
      })
  }
  return found
}

/** Returns a part of a block as a block, or null when it contains no text. */
function sliceBlock(block: Block, { start: from, end: to, become }: BlockSlice): Block | null {
  const part = block.text.slice(from, to)
  const text = part.trim()
  if (text === '') return null
  const start = from + part.length - part.trimStart().length
  const end = start + text.length
  const { level: _level, notes = [], lines = [], ...kept } = block
  const boxes = joinBoxes(boxesOf(block, start, end))
  const whole = start === 0 && end === block.text.length
  const moved = notes
    .filter((note) => note.start >= start && note.end <= end)
    .map((note): NoteMark => ({ ...note, start: note.start - start, end: note.end - start }))
  return {
    ...kept,
    ...(become ?? { type: block.type, ...(block.level !== undefined && { level: block.level }) }),
    text,
    page: boxes[0]?.page ?? block.page,
    boxes: whole ? block.boxes : boxes,
    ...(lines.length > 0 && {
      lines: lines
        .filter((line, at) => line.start < end && (lines[at + 1]?.start ?? block.text.length) > start)
        .map((line) => ({ ...line, start: Math.max(0, line.start - start) })),
    }),
    ...(moved.length > 0 && { notes: moved }),
  }
}

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

/** Builds blocks from slices in reading order and redirects note marks to the new indices. */
export function buildBlocks(blocks: readonly Block[], slices: readonly BlockSlice[]): Block[] {
  const made: Block[] = []
  const entries = new Map<number, number>()
  const moved = new Map<number, number>()
  for (const slice of slices) {
    const block = blocks[slice.block]
    const part = block && sliceBlock(block, slice)
    if (!part) continue
    const { entry = -1 } = slice
    const place = entries.get(entry) ?? made.length
    const before = made[place]
    made[place] = before ? mergeBlocks(before, part) : part
    if (entry >= 0) entries.set(entry, place)
    if (!moved.has(slice.block)) moved.set(slice.block, place)
  }
  return made.map((block) => remapNotes(block, moved))
}

function remapNotes({ notes, marked_in, ...block }: Block, moved: ReadonlyMap<number, number>): Block {
  const now = (index: number) => moved.get(index) ?? index
  return {
    ...block,
    ...(notes && { notes: notes.map((mark) => ({ ...mark, note: now(mark.note) })) }),
    ...(marked_in !== undefined && { marked_in: now(marked_in) }),
  }
}

/** Returns one slice per block that covers all of its text. */
export const wholeSlices = (blocks: readonly Block[]): BlockSlice[] =>
  blocks.map(({ text }, block) => ({ block, start: 0, end: text.length }))
