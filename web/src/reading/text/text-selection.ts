import type { PageBox } from '../places/boxes.ts'
import { CONTEXT_CHARS } from '../places/quote.ts'
import type { TextSelection } from '../state/reading.state.ts'
import type { TextBlock } from '../state/target.ts'

/** A position in the displayed text: a block and an offset in its text. */
interface TextPoint {
  ordinal: number
  offset: number
}

/**
 * Returns what is selected in the text view, with its offsets in the whole text; undefined when the selection contains no
 * words. `blockOf` returns the blocks that have loaded; others count as not selected.
 */
export function readTextSelection(
  range: Range,
  inside: Element,
  blockOf: (ordinal: number) => TextBlock | undefined,
): TextSelection | undefined {
  const shown = [...inside.querySelectorAll<HTMLElement>('[data-ordinal]')].filter((element) =>
    range.intersectsNode(element),
  )
  const first = shown[0]
  const last = shown.at(-1)
  if (!first || !last) return undefined
  const from = textPoint(range.startContainer, range.startOffset) ?? { ordinal: ordinalOf(first), offset: 0 }
  const to = textPoint(range.endContainer, range.endOffset) ?? {
    ordinal: ordinalOf(last),
    offset: Number.MAX_SAFE_INTEGER,
  }
  return selectionBetween(
    from,
    to,
    shown.flatMap((element) => blockOf(ordinalOf(element)) ?? []),
  )
}

const ordinalOf = (element: HTMLElement): number => Number(element.dataset.ordinal)

/** Returns the position in the text of a position in the document; undefined outside the text of a block. */
function textPoint(node: Node, offset: number): TextPoint | undefined {
  const element = node instanceof HTMLElement ? node : node.parentElement
  const block = element?.closest<HTMLElement>('[data-ordinal]')
  const piece = element?.closest<HTMLElement>('[data-start]')
  if (!block || !piece || !(node instanceof Text)) return undefined
  return { ordinal: ordinalOf(block), offset: Number(piece.dataset.start) + offset }
}

/** Returns the selection between two positions, across blocks in reading order. */
export function selectionBetween(
  from: TextPoint,
  to: TextPoint,
  blocks: readonly TextBlock[],
): TextSelection | undefined {
  const parts = blocks.flatMap((block) => {
    const start = block.ordinal === from.ordinal ? from.offset : 0
    const end = block.ordinal === to.ordinal ? Math.min(to.offset, block.text.length) : block.text.length
    return block.type === 'other' || end <= start ? [] : [{ block, start, end }]
  })
  const first = parts[0]
  const last = parts.at(-1)
  if (!first || !last) return undefined
  const quote = parts.map(({ block, start, end }) => block.text.slice(start, end)).join('\n\n')
  if (quote.trim() === '') return undefined
  const boxes = parts.flatMap(({ block, start, end }) => lineBoxes(block, start, end))
  return {
    quote,
    prefix: first.block.text.slice(Math.max(0, first.start - CONTEXT_CHARS), first.start),
    suffix: last.block.text.slice(last.end, last.end + CONTEXT_CHARS),
    page: boxes[0]?.page ?? first.block.page,
    boxes,
    start: first.block.start + first.start,
    end: last.block.start + last.end,
  }
}

/**
 * Returns the boxes of the lines that contain part of a span of the block; those of the whole block when its lines are
 * unknown.
 */
function lineBoxes({ lines, boxes, text }: TextBlock, start: number, end: number): PageBox[] {
  if (lines.length === 0) return boxes
  return lines
    .filter((line, index) => line.start < end && (lines[index + 1]?.start ?? text.length) > start)
    .map(({ box }) => box)
}

/** Returns a whole block as a selection. */
export const selectionOfBlock = (block: TextBlock): TextSelection | undefined =>
  selectionBetween(
    { ordinal: block.ordinal, offset: 0 },
    { ordinal: block.ordinal, offset: block.text.length },
    [block],
  )
