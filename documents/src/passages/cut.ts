import { tokensOf } from './tokens.ts'

/** A part of a text: from an offset up to another. */
export interface Span {
  start: number
  end: number
}

/** Ends of sentences, with the closing signs behind them; a point that is followed by a small letter or digit is none. */
const sentence = /[。！？!?；][”’」』）)"'\]]{0,3}|\.["')\]]{0,3}(?=\s+[^a-z\d\s])|\n/gu
const clause = /[，、,;:：]|\s[-–—]\s/gu

/** Cuts behind each match. */
function cutBehind(text: string, { start, end }: Span, pattern: RegExp): Span[] {
  const spans: Span[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const to = start + match.index + match[0].length
    spans.push({ start: from, end: to })
    from = to
  }
  if (from < end) spans.push({ start: from, end })
  return spans
}

/** Where a text has no signs at all it is cut by its length, never within a character. */
function cutAnywhere(text: string, { start, end }: Span, most: number): Span[] {
  const spans: Span[] = []
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + most)
    const next = text.charCodeAt(to)
    if (to < end && next >= 0xdc00 && next <= 0xdfff) to += 1
    spans.push({ start: from, end: to })
    from = to
  }
  return spans
}

/** Joins neighbours as long as they have at most so many tokens together. */
function joined(text: string, spans: Span[], most: number): Span[] {
  const done: Span[] = []
  let size = 0
  for (const span of spans) {
    const own = tokensOf(text.slice(span.start, span.end))
    const last = done.at(-1)
    if (last && size + own <= most) {
      last.end = span.end
      size += own
    } else {
      done.push({ ...span })
      size = own
    }
  }
  return done
}

const isLong = (text: string, { start, end }: Span, most: number) => tokensOf(text.slice(start, end)) > most

/** Cuts a text that is too long: at sentences, those that are too long at clauses, those at their length. */
export function cutText(text: string, whole: Span, most: number): Span[] {
  if (!isLong(text, whole, most)) return [whole]
  const pieces = cutBehind(text, whole, sentence)
    .flatMap((span) => (isLong(text, span, most) ? cutBehind(text, span, clause) : [span]))
    .flatMap((span) => (isLong(text, span, most) ? cutAnywhere(text, span, most) : [span]))
  return joined(text, pieces, most)
}

/** Cuts at the ends of lines alone: a line is whole, however long it is. */
export function cutLines(text: string, whole: Span, most: number): Span[] {
  return joined(text, cutBehind(text, whole, /\n/g), most)
}
