import type { TextSpan } from '../places/found-text.ts'

/** A highlighted span of a text. */
export interface MarkedSpan extends TextSpan {
  /** What is highlighted: an annotation, a match of the search, or the location that was requested. */
  kind: 'annotation' | 'match' | 'requested'
  id: string
  /** The color of an annotation; absent on the other kinds. */
  colour?: string
  /** Whether it is the selected annotation, or the current match. */
  isCurrent?: boolean
}

/** A piece of a text covered by the same marks, which are in order of their starts. */
export interface Segment extends TextSpan {
  text: string
  marks: readonly MarkedSpan[]
}

/**
 * Splits a text where marks start and end, and at other given offsets: 「abcd」 with one mark on 「bc」 → a · bc · d. The
 * segments cover the whole text in order. Marks that are empty or outside the text are ignored; `spans` need no order.
 */
export function splitSegments(
  text: string,
  spans: readonly MarkedSpan[],
  extraCuts: readonly number[] = [],
): Segment[] {
  const inside = spans.filter(({ start, end }) => start < text.length && end > 0 && end > start)
  const cuts = new Set([0, text.length, ...extraCuts.filter((cut) => cut > 0 && cut < text.length)])
  if (inside.length === 0 && cuts.size <= 2) return [{ text, start: 0, end: text.length, marks: [] }]
  for (const { start, end } of inside) {
    cuts.add(Math.max(0, start))
    cuts.add(Math.min(text.length, end))
  }
  const offsets = [...cuts].sort((a, b) => a - b)
  const byStart = inside.toSorted((a, b) => a.start - b.start)
  const segments: Segment[] = []
  /** The marks that cover the present segment. */
  let open: MarkedSpan[] = []
  /** Index in `byStart` of the first mark that has not started yet. */
  let next = 0
  for (let index = 0; index + 1 < offsets.length; index += 1) {
    const start = offsets[index] ?? 0
    const end = offsets[index + 1] ?? 0
    open = open.filter((span) => span.end > start)
    for (let span = byStart[next]; span && span.start <= start; span = byStart[next]) {
      if (span.end > start) open.push(span)
      next += 1
    }
    segments.push({ text: text.slice(start, end), start, end, marks: [...open] })
  }
  return segments
}
