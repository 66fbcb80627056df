import { claimStart } from './claims.ts'
import { type Span, sentencesOf } from './sentences.ts'

const MARKS_AFTER = /^(?:\s*\[\d+\])+/
const GOES_ON = /^\s*[，,、；;]\s*/
const STOPS = /^\s*[。．！？.!?…]+["'”’」』）)]*[ \t]*/
/** What a line of a list or a quotation begins with. */
const LINE_HEAD = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?/
const NOTHING = /^[\s\p{P}\p{S}]*$/u

/**
 * The part of an answer that a mark stands for, with its marks and the comma or stop that would be left over: what goes
 * when a reader strikes it out. A line of which nothing is left goes whole.
 *
 * @param struck what is struck out already.
 */
export function clauseAt(answer: string, mark: Span, struck: readonly Span[]): Span {
  const lineStart = answer.slice(0, mark.start).lastIndexOf('\n') + 1
  const lineEnd = answer.indexOf('\n', mark.end)
  const line = { start: lineStart, end: lineEnd === -1 ? answer.length : lineEnd + 1 }
  const head = LINE_HEAD.exec(answer.slice(line.start, mark.start))?.[0].length ?? 0
  const from = Math.max(line.start + head, lineStart + claimStart(answer.slice(lineStart, mark.start)))
  const until = mark.end + (MARKS_AFTER.exec(answer.slice(mark.end))?.[0].length ?? 0)
  const begins = beginsSentence(answer.slice(line.start, mark.start), from - line.start - head, head)
  const rest = answer.slice(until)
  const tail = begins ? (GOES_ON.exec(rest) ?? STOPS.exec(rest))?.[0].length : 0
  const clause = { start: from, end: until + (tail ?? 0) }
  return isEmptied(answer, line, [...struck, clause]) ? line : clause
}

/** Whether a place, counted behind the head of its line, is where a sentence begins. */
function beginsSentence(line: string, at: number, head: number): boolean {
  return sentencesOf(line.slice(head)).some(({ start }) => start === at)
}

function isEmptied(answer: string, { start, end }: Span, struck: readonly Span[]): boolean {
  const isStruck = (at: number) => struck.some((span) => span.start <= at && at < span.end)
  const head = LINE_HEAD.exec(answer.slice(start, end))?.[0].length ?? 0
  let left = ''
  for (let at = start + head; at < end; at += 1) if (!isStruck(at)) left += answer.charAt(at)
  return NOTHING.test(left)
}
