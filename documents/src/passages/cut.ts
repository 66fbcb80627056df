import { estimateTokens } from './tokens.ts'

/** A span of a text, in UTF-16 offsets; `end` is exclusive. */
export interface TextSpan {
  start: number
  end: number
}

/**
 * Matches the end of a sentence with the closing quotes and brackets after it. A full stop followed by a lower-case
 * Latin letter or a digit does not end a sentence.
 */
const SENTENCE_END = /[。！？!?；][”’」』）)"'\]]{0,3}|\.["')\]]{0,3}(?=\s+[^a-z\d\s])|\n/gu
const CLAUSE_END = /[，、,;:：]|\s[-–—]\s/gu

/** Cuts a span after each match of a pattern. */
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

/** Cuts a span without punctuation every `most` UTF-16 units, never inside a surrogate pair. */
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

/** Joins neighbouring spans as long as the result has at most `most` tokens. */
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

/**
 * Cuts a span of more than `most` tokens at sentence ends, longer sentences at clauses and longer clauses by length,
 * and joins neighbouring pieces up to `most` tokens.
 */
export function cutText(text: string, whole: TextSpan, most: number): TextSpan[] {
  if (!exceedsTokens(text, whole, most)) return [whole]
  const pieces = cutAfter(text, whole, SENTENCE_END)
    .flatMap((span) => (exceedsTokens(text, span, most) ? cutAfter(text, span, CLAUSE_END) : [span]))
    .flatMap((span) => (exceedsTokens(text, span, most) ? cutByLength(text, span, most) : [span]))
  return joinSpans(text, pieces, most)
}

/** Cuts a span at line ends into pieces of at most `most` tokens. A line is never cut, however long it is. */
export function cutLines(text: string, whole: TextSpan, most: number): TextSpan[] {
  return joinSpans(text, cutAfter(text, whole, /\n/g), most)
}
