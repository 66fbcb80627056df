import { claimStart } from '../../language/text/claims.ts'
import { sentenceSpans, type TextSpan } from '../../language/text/sentences.ts'

/** Citation markers behind a clause: `[1][2]`. */
const MARKERS_AFTER = /^(?:\s*\[\d+\])+/
const CLAUSE_SEPARATOR = /^\s*[，,、；;]\s*/
const SENTENCE_STOP = /^\s*[。．！？.!?…]+["'”’」』）)]*[ \t]*/
/** The prefix of a list item or a quotation. */
const LINE_HEAD = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?/
const NO_CONTENT = /^[\s\p{P}\p{S}]*$/u

/**
 * Returns the span of an answer to hide when a reader redacts a marker: the claim of the marker, its markers and the
 * comma or full stop that would be left over. When nothing else remains of a line, the whole line is returned.
 *
 * @param redacted spans that are redacted already.
 */
export function clauseToRedact(answer: string, marker: TextSpan, redacted: readonly TextSpan[]): TextSpan {
  const lineStart = answer.slice(0, marker.start).lastIndexOf('\n') + 1
  const lineEnd = answer.indexOf('\n', marker.end)
  const line = { start: lineStart, end: lineEnd === -1 ? answer.length : lineEnd + 1 }
  const head = LINE_HEAD.exec(answer.slice(line.start, marker.start))?.[0].length ?? 0
  const from = Math.max(line.start + head, lineStart + claimStart(answer.slice(lineStart, marker.start)))
  const until = marker.end + (MARKERS_AFTER.exec(answer.slice(marker.end))?.[0].length ?? 0)
  const begins = beginsSentence(answer.slice(line.start, marker.start), from - line.start - head, head)
  const rest = answer.slice(until)
  const tail = begins ? (CLAUSE_SEPARATOR.exec(rest) ?? SENTENCE_STOP.exec(rest))?.[0].length : 0
  const clause = { start: from, end: until + (tail ?? 0) }
  return isEmptied(answer, line, [...redacted, clause]) ? line : clause
}

/** Returns whether an offset, counted after the prefix of the line, is the beginning of a sentence. */
function beginsSentence(line: string, offset: number, head: number): boolean {
  return sentenceSpans(line.slice(head)).some(({ start }) => start === offset)
}

/** Returns whether nothing but punctuation remains of a line when the spans are redacted. */
function isEmptied(answer: string, { start, end }: TextSpan, redacted: readonly TextSpan[]): boolean {
  const isRedacted = (at: number) => redacted.some((span) => span.start <= at && at < span.end)
  const head = LINE_HEAD.exec(answer.slice(start, end))?.[0].length ?? 0
  let remaining = ''
  for (let at = start + head; at < end; at += 1) if (!isRedacted(at)) remaining += answer.charAt(at)
  return NO_CONTENT.test(remaining)
}
