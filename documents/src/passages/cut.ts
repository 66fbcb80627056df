import { estimateTokens } from './tokens.ts'

/** A part of a text: from an offset up to another. */
export interface TextSpan {
  start: number
  end: number
}

/** Ends of sentences, with the closing signs behind them; a point that is followed by a small letter or digit is none. */
const SENTENCE_END = /[。！？!?；][”’」』）)"'\]]{0,3}|\.["')\]]{0,3}(?=\s+[^a-z\d\s])|\n/gu
const CLAUSE_END = /[，、,;:：]|\s[-–—]\s/gu

/** Cuts behind each match. */
function cutAfter(text: string, { start, end }: TextSpan, pattern: RegExp): TextSpan[] {
  const spans: TextSpan[] = []
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
function cutByLength(text: string, { start, end }: TextSpan, most: number): TextSpan[] {
  const spans: TextSpan[] = []
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
function joinSpans(text: string, spans: TextSpan[], most: number): TextSpan[] {
  const done: TextSpan[] = []
  let size = 0
  for (const span of spans) {
    const own = estimateTokens(text.slice(span.start, span.end))
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

const exceedsTokens = (text: string, { start, end }: TextSpan, most: number) =>
  estimateTokens(text.slice(start, end)) > most

/** Cuts a text that is too long: at sentences, those that are too long at clauses, those at their length. */
export function cutText(text: string, whole: TextSpan, most: number): TextSpan[] {
  if (!exceedsTokens(text, whole, most)) return [whole]
  const pieces = cutAfter(text, whole, SENTENCE_END)
    .flatMap((span) => (exceedsTokens(text, span, most) ? cutAfter(text, span, CLAUSE_END) : [span]))
    .flatMap((span) => (exceedsTokens(text, span, most) ? cutByLength(text, span, most) : [span]))
  return joinSpans(text, pieces, most)
}

/** Cuts at the ends of lines alone: a line is whole, however long it is. */
export function cutLines(text: string, whole: TextSpan, most: number): TextSpan[] {
  return joinSpans(text, cutAfter(text, whole, /\n/g), most)
}
