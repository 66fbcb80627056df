import { phrasePattern } from '../../language/phrases.ts'
import { isAsking } from '../../language/question/question-type.ts'
import type { TextSpan } from './find-records.ts'
import { REFERENCE_MARKS, type ReferencePattern, YEAR_NUMBER } from './reference-marks.ts'

/** Matches parts of a reference that follow its title: volume and pages, an identifier, a publisher. */
const IMPRINT = phrasePattern('pasted/imprint', 'i')
/** Matches words of the text in front of a reference on the same line that announce it. */
const LEAD_IN = phrasePattern('pasted/lead-in')
/** Matches the end of words in front of a reference: a full stop, or a colon before the first author, `this paper: Smith`. */
const PREFACE_END = /[。？?！!：]\s{0,3}(?=\S)|(?<=\p{Script=Han}):\s{0,3}(?=\S)|:\s{1,3}(?=\p{Lu})/gu
/** Matches the end of a line that precedes a reference and does not belong to it. */
const LINE_END = /[。？?！!：:；;.]\s{0,8}$/u
/** Length on either side of a mark in which its reference is sought, in characters. */
const MAX_REFERENCE_CHARS = 1_200
const MAX_REFERENCES = 12

/**
 * Finds references in the printed styles GB/T 7714, APA, IEEE, MLA, Chicago and Vancouver, at most `MAX_REFERENCES`, in
 * order and without overlap. Each is found by the mark of its style, from which its start and its end are looked for.
 */
export function findPrintedReferences(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  let from = 0
  while (spans.length < MAX_REFERENCES && from < text.length) {
    const mark = firstMark(text, from)
    if (!mark) break
    const span = { from: referenceStart(text, from, mark.at), to: referenceEnd(text, mark) }
    spans.push(span)
    from = Math.max(span.to, mark.end)
  }
  return spans
}

/** The place of a mark in a text, in UTF-16 offsets. */
interface ReferenceMark extends Pick<ReferencePattern, 'yearBefore' | 'minSentences'> {
  at: number
  end: number
}

/** Returns the first mark of any style from an offset on, if a year belongs to it; null without one. */
function firstMark(text: string, from: number): ReferenceMark | null {
  const rest = text.slice(from)
  let first: ReferenceMark | null = null
  for (const { mark, yearBefore, minSentences } of REFERENCE_MARKS) {
    const match = mark.exec(rest)
    if (!match || (first && from + match.index >= first.at)) continue
    const at = from + match.index
    if (yearBefore || YEAR_NUMBER.test(text.slice(at, at + MAX_REFERENCE_CHARS)))
      first = { at, end: at + match[0].length, yearBefore, minSentences }
  }
  return first
}

/**
 * Returns where a reference begins: at the start of its line or of the lines above that continue into it, after a
 * question or an announcing phrase.
 *
 * @param from the offset before which it cannot begin
 * @param markStart the offset of its mark
 */
function referenceStart(text: string, from: number, markStart: number): number {
  const linesStart = firstLineStart(text, from, markStart)
  let start = linesStart
  const front = text.slice(linesStart, markStart)
  for (const { 0: sign, index } of front.matchAll(PREFACE_END)) {
    const preface = front.slice(0, index + sign.length).trim()
    if (isAsking(preface) || LEAD_IN.test(preface)) start = linesStart + index + sign.length
  }
  return start
}

/** Returns the start of the line of a mark, or of the first of the lines above that continue into it. */
function firstLineStart(text: string, from: number, markStart: number): number {
  let start = Math.max(from, markStart - MAX_REFERENCE_CHARS, text.lastIndexOf('\n', markStart - 1) + 1)
  while (start > from) {
    // `start - 1` is the line break before the line.
    const startAbove = Math.max(text.lastIndexOf('\n', start - 2) + 1, from)
    const lineAbove = text.slice(startAbove, start - 1)
    const isApart =
      lineAbove.trim() === '' ||
      LINE_END.test(lineAbove) ||
      isAsking(lineAbove.trim()) ||
      lineAbove.length > MAX_REFERENCE_CHARS
    if (isApart) break
    start = startAbove
  }
  return start
}

/** Splits at the ends of sentences and lines; punctuation within a web address does not count. */
const PIECE_BOUNDARY = /(?<=\.(?![a-z\d/])|[。；？！]|[;?!](?=[\s\p{Script=Han}]|$))|(?<=\n)/u

/** Returns where a reference ends: after its year and the publication details that follow. */
function referenceEnd(text: string, { end, yearBefore, minSentences }: ReferenceMark): number {
  const rest = text.slice(end, end + MAX_REFERENCE_CHARS)
  let pieceStart = end
  let hasYear = yearBefore
  for (const [index, piece] of rest.split(PIECE_BOUNDARY).entries()) {
    const isNewLine = text[pieceStart - 1] === '\n'
    // A title may be a question; one on a new line is the user's.
    const isTitle = index < minSentences && !(isNewLine && isAskingPiece(piece))
    const isDetail = !hasYear || IMPRINT.test(piece) || !/[\p{L}\d]/u.test(piece)
    if (!isTitle && (isAskingPiece(piece) || !isDetail)) break
    hasYear ||= YEAR_NUMBER.test(piece)
    pieceStart += piece.length
  }
  return pieceStart
}

const isAskingPiece = (piece: string): boolean => /[\p{L}]/u.test(piece) && isAsking(piece.trim())
