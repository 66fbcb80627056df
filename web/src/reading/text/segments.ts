import type { TextSpan } from '../places/found-text.ts'

/** A highlighted span of a text and its kind. */
export interface MarkedSpan extends TextSpan {
  kind: 'mark' | 'found' | 'lit'
  id: string
  colour?: string
  isCurrent?: boolean
}

/** A piece of a text covered by the same marks. */
export interface Segment extends TextSpan {
  text: string
  marks: readonly MarkedSpan[]
}

/**
 * Splits a text where marks start and end, and at other given offsets. Marks that are empty or outside the text are
 * ignored.
 */
export function splitSegments(
  text: string,
  spans: readonly MarkedSpan[],
  extraCuts: readonly number[] = [],
): Segment[] {
  const inside = spans.filter(({ start, end }) => start < text.length && end > 0 && end > start)
  const cuts = new Set([0, text.length, ...extraCuts.filter((at) => at > 0 && at < text.length)])
  if (inside.length === 0 && cuts.size <= 2) return [{ text, start: 0, end: text.length, marks: [] }]
  for (const { start, end } of inside) {
    cuts.add(Math.max(0, start))
    cuts.add(Math.min(text.length, end))
  }
  const places = [...cuts].sort((a, b) => a - b)
  const ordered = inside.toSorted((a, b) => a.start - b.start)
  const segments: Segment[] = []
  let open: MarkedSpan[] = []
  let next = 0
  for (let at = 0; at + 1 < places.length; at += 1) {
    const [start = 0, end = 0] = [places[at], places[at + 1]]
    open = open.filter((span) => span.end > start)
    for (let span = ordered[next]; span && span.start <= start; span = ordered[next]) {
      if (span.end > start) open.push(span)
      next += 1
    }
    segments.push({ text: text.slice(start, end), start, end, marks: [...open] })
  }
  return segments
}
