/** First UTF-16 unit of Chinese and other wide characters. */
const FIRST_WIDE_UNIT = 0x2e80
/** Number of other UTF-16 units that make one token. */
const UNITS_PER_TOKEN = 4

/**
 * Estimates how many tokens a language model makes of a text: one per wide UTF-16 unit, one per four others. Callers
 * only rely on its order of magnitude.
 */
export function estimateTokens(text: string): number {
  let wide = 0
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) >= FIRST_WIDE_UNIT) wide += 1
  return wide + Math.ceil((text.length - wide) / UNITS_PER_TOKEN)
}

/** A span of a text, in UTF-16 offsets; `end` is exclusive. */
export interface TextSpan {
  start: number
  end: number
}

/**
 * Matches the end of a sentence with the closing quotes and brackets after it, or the end of a line. A full stop
 * before a lower-case Latin letter or a digit does not end a sentence.
 */
const SENTENCE_END = /[。！？!?；][”’」』）)"'\]]{0,3}|\.["')\]]{0,3}(?=\s+[^a-z\d\s])|\n/gu
/** Matches the punctuation at the end of a clause, or a dash between spaces. */
const CLAUSE_END = /[，、,;:：]|\s[-–—]\s/gu

/**
 * Cuts a span of more than `maxTokens` tokens at sentence ends, longer sentences at clauses and longer clauses by
 * length (a UTF-16 unit is at most one token), and joins neighboring pieces up to `maxTokens` tokens.
 */
export function cutText(text: string, whole: TextSpan, maxTokens: number): TextSpan[] {
  if (!exceedsTokens(text, whole, maxTokens)) return [whole]
  const pieces = cutAfter(text, whole, SENTENCE_END)
    .flatMap((span) => (exceedsTokens(text, span, maxTokens) ? cutAfter(text, span, CLAUSE_END) : [span]))
    .flatMap((span) => (exceedsTokens(text, span, maxTokens) ? cutByLength(text, span, maxTokens) : [span]))
  return joinSpans(text, pieces, maxTokens)
}

/** Returns whether a span of a text has more than `maxTokens` tokens. */
const exceedsTokens = (text: string, { start, end }: TextSpan, maxTokens: number) =>
  estimateTokens(text.slice(start, end)) > maxTokens

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

/** Cuts a span every `size` UTF-16 units, or one later to keep a surrogate pair together. */
function cutByLength(text: string, { start, end }: TextSpan, size: number): TextSpan[] {
  const spans: TextSpan[] = []
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + size)
    // A low surrogate is the second half of a character.
    const next = text.charCodeAt(to)
    if (to < end && next >= 0xdc00 && next <= 0xdfff) to += 1
    spans.push({ start: from, end: to })
    from = to
  }
  return spans
}

/** Joins neighboring spans as long as the result has at most `maxTokens` tokens; a longer span stays alone. */
function joinSpans(text: string, spans: TextSpan[], maxTokens: number): TextSpan[] {
  const joined: TextSpan[] = []
  let tokens = 0
  for (const span of spans) {
    const spanTokens = estimateTokens(text.slice(span.start, span.end))
    const last = joined.at(-1)
    if (last && tokens + spanTokens <= maxTokens) {
      last.end = span.end
      tokens += spanTokens
    } else {
      joined.push({ ...span })
      tokens = spanTokens
    }
  }
  return joined
}

/** Cuts a span at line ends into pieces of at most `maxTokens` tokens. A line is never cut, however long it is. */
export function cutLines(text: string, whole: TextSpan, maxTokens: number): TextSpan[] {
  return joinSpans(text, cutAfter(text, whole, /\n/g), maxTokens)
}
