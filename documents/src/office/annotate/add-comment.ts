// Adds comments to the text of a Word file.
import type { XmlElement } from '../../xml.ts'
import { piecesIn, type TextRange } from './locate-text.ts'
import { insertAt, ORDER, type PartEdits } from './part-edits.ts'

/** Puts the marks of a comment around a range; does nothing when the range touches no element. */
export function addComment(part: PartEdits, range: TextRange, id: number): void {
  const pieces = piecesIn(range.flow, range)
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return
  insertAt(part, first.element, {
    side: 'before',
    offset: Math.max(0, range.start - first.start),
    order: ORDER.rangeStart,
    markup: part.markup.rangeStart(id),
  })
  insertAt(part, last.element, {
    side: 'after',
    offset: Math.min(range.end, last.end) - last.start,
    order: ORDER.rangeEnd,
    markup: part.markup.rangeEnd(id),
  })
}

/** Puts the marks of a comment around an element. */
export function addCommentAround(part: PartEdits, element: XmlElement, id: number): void {
  const { rangeStart, rangeEnd } = part.markup
  insertAt(part, element, { side: 'before', offset: 0, order: ORDER.rangeStart, markup: rangeStart(id) })
  insertAt(part, element, { side: 'after', offset: 1, order: ORDER.rangeEnd, markup: rangeEnd(id) })
}
