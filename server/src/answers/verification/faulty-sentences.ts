import type { Citation } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { sentenceSpans, type TextSpan } from '../../language/text/sentences.ts'
import type { Evidence } from '../../retrieval/index.ts'
import { type AnswerDraft, markersStart } from './cited-claims.ts'

/** An answer to revise, and what its sentences are compared with. */
export interface RevisionRequest {
  draft: AnswerDraft
  /** The offered evidence by passage id. */
  evidence: Map<string, Evidence>
  concepts: Concept[]
  nonce: string
}

/** A sentence of an answer with a claim that a model found unsupported. */
export interface FaultySentence {
  /** The span in the answer, with its markers and its full stop. */
  start: number
  end: number
  text: string
  /** Its line, which is a paragraph or an item of a list. */
  line: TextSpan
  citations: Citation[]
}

/** Maximum number of sentences of one request. */
const MAX_SENTENCES = 8

/** Returns the first `MAX_SENTENCES` sentences with an unsupported claim, in text order and without overlap. */
export function faultySentences({ text, citations }: AnswerDraft): FaultySentence[] {
  const sentences: FaultySentence[] = []
  for (const each of citations.filter(isJudgedUnsupported).toSorted((a, b) => a.start - b.start)) {
    if (sentences.length === MAX_SENTENCES) break
    if (each.start < (sentences.at(-1)?.end ?? 0)) continue
    const sentence = sentenceAround(text, each)
    if (!sentence) continue
    const cited = citations.filter(({ start, end }) => start >= sentence.start && end <= sentence.end)
    sentences.push({ ...sentence, text: text.slice(sentence.start, sentence.end), citations: cited })
  }
  return sentences
}

/** Returns whether a model judged a citation unsupported; other checks are no reason to change an answer. */
export const isJudgedUnsupported = ({ support, check }: Citation) =>
  support === 'unsupported' && check.method === 'model'

/** A line that is longer is left unchanged. */
const MAX_LINE_CHARS = 4_000
/** Matches the lines that are left unchanged: of tables, headings, code and display formulas. */
const FIXED_LINE = /^\s*(?:\||#|```|~~~|\$\$)/

/** Matches what makes a line an item of a list or a quotation, as `> ` or `12. `; matches '' in other lines. */
export const LINE_PREFIX = /^[\s>]*(?:(?:[-*+]|\d{1,4}[.)])\s+)?/

/** Markers of the sentence before, which stand after its full stop: ` [1][2] `. */
const LEADING_MARKERS = /^\s*(?:\[\d+\]\s*)+/
/** Markers that follow one of a sentence: `[2] [3]`. */
const FOLLOWING_MARKERS = /^(?:\s*\[\d+\])+/
/** Text that ends with a full stop, which closing quotation marks or brackets may follow. */
const ENDS_SENTENCE = /[。．！？.!?][”"」』）)]?$/

/**
 * Returns the spans in the answer of the sentence that a marker belongs to, and of its line. Returns null for a sentence
 * that must not be changed: in a line that is long or matches `FIXED_LINE`, or across the border of bold text or code.
 */
function sentenceAround(
  text: string,
  marker: TextSpan,
): Pick<FaultySentence, 'start' | 'end' | 'line'> | null {
  const lineStart = text.lastIndexOf('\n', marker.start - 1) + 1
  const lineEnd = text.indexOf('\n', marker.end)
  const line = { start: lineStart, end: lineEnd < 0 ? text.length : lineEnd }
  const content = text.slice(line.start, line.end)
  if (content.length > MAX_LINE_CHARS || FIXED_LINE.test(content)) return null
  // All offsets from here on count from the beginning of the line.
  const prefix = LINE_PREFIX.exec(content)?.[0].length ?? 0
  const before = content.slice(prefix, marker.start - lineStart)
  const claimEnd = markersStart(before)
  let from = prefix + (sentenceSpans(before.slice(0, claimEnd)).at(-1)?.start ?? 0)
  from += LEADING_MARKERS.exec(content.slice(from))?.[0].length ?? 0
  from += closingBoldLength(content, prefix, from)
  let until = marker.end - lineStart
  until += FOLLOWING_MARKERS.exec(content.slice(until))?.[0].length ?? 0
  // Markers stand after the full stop, or before it: then the sentence goes on after them.
  if (!ENDS_SENTENCE.test(before.slice(0, claimEnd).trimEnd())) until = sentenceEnd(content, from, until)
  const isWhole = isWholeMarkdown(content.slice(prefix, from)) && isWholeMarkdown(content.slice(from, until))
  return isWhole ? { start: lineStart + from, end: lineStart + until, line } : null
}

/** Returns the length of `** ` at `from` when it closes a bold lead-in such as `**Result.** It rose`; otherwise 0. */
function closingBoldLength(line: string, prefix: number, from: number): number {
  const isOpen = (line.slice(prefix, from).match(/\*\*/g)?.length ?? 0) % 2 === 1
  return isOpen ? (/^\*\*\s*/.exec(line.slice(from))?.[0].length ?? 0) : 0
}

/** A full stop, or a semicolon, at the beginning of a text. */
const FULL_STOP = /^[。．！？.!?；;]/

/** Returns where a sentence ends that goes on after its markers at `until`, including the markers behind it. */
function sentenceEnd(line: string, from: number, until: number): number {
  const stop = FULL_STOP.exec(line.slice(until))?.[0].length ?? 0
  if (stop > 0) return until + stop
  const rest = line.slice(from)
  const end = sentenceSpans(rest).find((span) => from + span.end >= until)?.end
  const at = end === undefined ? line.length : from + end
  return at + (FOLLOWING_MARKERS.exec(line.slice(at))?.[0].length ?? 0)
}

/** Tells whether bold text, code and formulas that begin in a piece of Markdown also end there. */
export const isWholeMarkdown = (text: string): boolean =>
  ['**', '`', '$'].every((mark) => (text.split(mark).length - 1) % 2 === 0)
