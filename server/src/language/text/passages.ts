// Cuts texts into passages: the pieces that are retrieved, shown to a model and quoted. The passages of files are cut
// elsewhere, and use this module for their sentences. A paragraph ends at an empty line; a passage consists of whole
// sentences of one or several paragraphs.

import { cutLong } from './cut-long.ts'
import { sentenceSpans, type TextSpan } from './sentences.ts'
import { estimateTokens } from './text-size.ts'

/** A text to cut into passages, such as a field of a paper. */
export interface SourceText {
  /** The prefix of the ids of its passages: the id of the paper and the name of the field. */
  id: string
  /** What its passages are about: the title of the paper. */
  heading: string
  text: string
  /** The offset of this text in the canonical text of the paper or document. */
  offset: number
}

/** A rectangle on a page, which counts from 1; coordinates are fractions of the page size (0–1) from the top left. */
export interface PageBox {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/**
 * A piece of a text that is retrieved, shown to a model and quoted as a unit. Passages of one text do not overlap. The
 * optional members are of files, except `by_site`; nothing in this module sets them.
 */
export interface Passage {
  /** The id of its text and its number in that text, from 0: `paper id:abstract:0`. */
  passage_id: string
  /** What it is about: the title of the paper or file. */
  heading: string
  text: string
  /** UTF-16 offsets in the canonical text of the paper or document. */
  start: number
  end: number
  /** The sentences, in offsets of `text`. */
  sentences: TextSpan[]
  /** An estimate; see `estimateTokens`. */
  tokens: number
  /** The page that it begins on, from 1; null for a paper's record and for files without pages. */
  page: number | null
  /** Where it is on its pages; empty when that is unknown, as for a paper's record. */
  boxes: PageBox[]
  /** Of a file: the headings above the passage, outermost first. */
  headings?: string[]
  /** Of a file: the kind of its content. */
  kind?: 'text' | 'table' | 'code'
  /** Marks a passage of a summary that this site wrote, which must not be quoted as the work's own words. */
  by_site?: true
  /** Of a file: the position of each line on the page. */
  lines?: PlacedLine[]
}

/** The position on a page of the characters from `start` up to the start of the next line. */
interface PlacedLine {
  /** An offset in the text of the passage; negative for a line that begins before the passage. */
  start: number
  box: PageBox
}

/** Largest size of a passage: one long paragraph or a few short ones. */
const MAX_PASSAGE_TOKENS = 512
/** Size from which the next paragraph opens a new passage instead of being cut. */
const HALF_PASSAGE_TOKENS = MAX_PASSAGE_TOKENS / 2

/**
 * Cuts a text into passages, in its order: at paragraphs where that fits, else between sentences, and within a sentence
 * only where it alone is too long. The sentences of a passage have at most `MAX_PASSAGE_TOKENS` in total; the space
 * between them is not counted. A text without letters and digits has no passages.
 */
export function cutPassages(source: SourceText): Passage[] {
  const groups: TextSpan[][] = []
  /** The tokens, and the last paragraph, of the passage that is being filled. */
  let tokens = 0
  let paragraph = -1
  for (const { span, paragraph: pieceParagraph } of splitPieces(source.text)) {
    const size = estimateTokens(source.text.slice(span.start, span.end))
    // A new paragraph opens a new passage once the current one is half full, so that it is less often cut.
    if (
      groups.length === 0 ||
      tokens + size > MAX_PASSAGE_TOKENS ||
      (pieceParagraph !== paragraph && tokens > HALF_PASSAGE_TOKENS)
    ) {
      groups.push([])
      tokens = 0
    }
    groups.at(-1)?.push(span)
    tokens += size
    paragraph = pieceParagraph
  }
  return groups.map((spans, ordinal) => toPassage(source, spans, ordinal))
}

/** Makes a passage of consecutive sentences, given in offsets of the text; `ordinal` is its number in the text, from 0. */
function toPassage({ id, heading, text, offset }: SourceText, spans: TextSpan[], ordinal: number): Passage {
  const start = spans[0]?.start ?? 0
  const end = spans.at(-1)?.end ?? 0
  const passageText = text.slice(start, end)
  return {
    passage_id: `${id}:${ordinal}`,
    heading,
    text: passageText,
    start: start + offset,
    end: end + offset,
    sentences: spans.map((span) => ({ start: span.start - start, end: span.end - start })),
    tokens: estimateTokens(passageText),
    page: null,
    boxes: [],
  }
}

/**
 * Splits the text of a file's passage into the spans that may be quoted from it, in offsets of `text`, each short enough
 * for a passage of its own. Running text gives its sentences with words; a table or code gives its lines, of which one
 * with numbers only is content too.
 */
export function splitPassageSentences(text: string, kind: Passage['kind']): TextSpan[] {
  if (kind === 'table' || kind === 'code') return splitLines(text)
  return splitPieces(text)
    .map(({ span }) => span)
    .filter(({ start, end }) => hasWords(text.slice(start, end)))
}

/** A line of a text, without its line break. */
const LINE = /[^\n]+/g
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Splits a text into its lines; those without a letter or digit, such as the rule under a table's head, are omitted. */
const splitLines = (text: string): TextSpan[] =>
  [...text.matchAll(LINE)].flatMap(({ index, 0: line }) =>
    LETTER_OR_DIGIT.test(line) ? fitToTokens(text, { start: index, end: index + line.length }) : [],
  )

/** One letter may be the label of an axis or a panel, `(a) 0.5 1.0`; a sentence has more. */
const MIN_SENTENCE_LETTERS = 2

/** Returns whether a span of running text has words; the numbers at the axis of a figure have none. */
const hasWords = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= MIN_SENTENCE_LETTERS

/** The empty line between two paragraphs of any text. */
const PARAGRAPH_BREAK = '\n\n'

/** Splits a text into sentences that fit into a passage, with the number of the paragraph of each, from 0. */
function splitPieces(text: string): { span: TextSpan; paragraph: number }[] {
  let start = 0
  return text.split(PARAGRAPH_BREAK).flatMap((paragraphText, paragraph) => {
    const from = start
    start += paragraphText.length + PARAGRAPH_BREAK.length
    return sentenceSpans(paragraphText)
      .map((span) => ({ start: span.start + from, end: span.end + from }))
      .flatMap((span) => fitToTokens(text, span))
      .map((span) => ({ span, paragraph }))
  })
}

/**
 * Share of the size of a passage that is used when a sentence is cut; leaves room for parts of a sentence
 * that have more tokens per character than its average.
 */
const CUT_SAFETY = 0.9

/** Returns a sentence that fits into a passage unchanged, a longer one cut at its clauses. */
function fitToTokens(text: string, span: TextSpan): TextSpan[] {
  const tokens = estimateTokens(text.slice(span.start, span.end))
  if (tokens <= MAX_PASSAGE_TOKENS) return [span]
  const maxChars = Math.floor(((span.end - span.start) / tokens) * MAX_PASSAGE_TOKENS * CUT_SAFETY)
  return cutLong(text, span, Math.max(1, maxChars))
}
