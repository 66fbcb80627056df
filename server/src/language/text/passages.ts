// Cuts texts into passages: the pieces that are retrieved, shown to a model and quoted. The fields of a paper come from
// its record; the passages of files are cut elsewhere, and use this module for their sentences and tokens.
//
// The canonical text of a paper is its non-empty fields, joined by an empty line; offsets are UTF-16 units from its
// start. A paragraph ends at an empty line, a passage consists of whole sentences of one or several paragraphs.
import type { Work } from '@scinav/contract'
import { quotableText } from './clean.ts'
import { cutLong, sentenceSpans, type TextSpan } from './sentences.ts'

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

/** The fields of a paper that are cut into passages, in the order of its canonical text. */
export const PAPER_TEXT_FIELDS = ['title', 'title_zh', 'abstract', 'abstract_zh'] as const
export type PaperTextField = (typeof PAPER_TEXT_FIELDS)[number]

/** A field of a paper and its passages. */
export interface FieldPassages {
  field: PaperTextField
  passages: Passage[]
}

/** Largest size of a passage: one long paragraph or a few short ones. */
const MAX_PASSAGE_TOKENS = 512
/** Size from which the next paragraph opens a new passage instead of being cut. */
const HALF_PASSAGE_TOKENS = MAX_PASSAGE_TOKENS / 2

/** The empty line between two fields in the canonical text of a paper. */
const FIELD_SEPARATOR = '\n\n'
/** The empty line between two paragraphs of any text. */
const PARAGRAPH_BREAK = '\n\n'

/** Bounds the text of a field that is cut, in UTF-16 units: abstracts are shorter, but a record may hold anything. */
const MAX_FIELD_CHARS = 50_000

/** The first code point of any Han character (radicals), and the block of the common ones. */
const FIRST_HAN = 0x2e80
const FIRST_COMMON_HAN = 0x4e00
const LAST_COMMON_HAN = 0x9fff
const HAN_CHARACTER = /\p{Script=Han}/u
/** UTF-16 units of other scripts per token, the rule of thumb for English. */
const CHARS_PER_TOKEN = 4

/** Estimates the tokens of a text: one per Han character, one per four characters of other scripts, rounded up. */
export function estimateTokens(text: string): number {
  let han = 0
  for (let at = 0; at < text.length; at += 1) if (isHan(text, at)) han += 1
  return han + Math.ceil((text.length - han) / CHARS_PER_TOKEN)
}

/**
 * Returns whether a Han character begins at an offset. The slow script test runs only where the code unit alone does not
 * decide.
 */
function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < FIRST_HAN) return false
  return (
    (unit >= FIRST_COMMON_HAN && unit <= LAST_COMMON_HAN) ||
    HAN_CHARACTER.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
  )
}

/** Returns the canonical text of a paper: its non-empty fields without mark-up, separated by one empty line. */
export function canonicalText(work: Pick<Work, PaperTextField>): string {
  return fieldSources('', work)
    .map(({ text }) => text)
    .join(FIELD_SEPARATOR)
}

/** Returns the non-empty fields of a paper as texts to cut, with their offsets in its canonical text. */
function fieldSources(
  paper_id: string,
  work: Pick<Work, PaperTextField>,
): (SourceText & { field: PaperTextField })[] {
  const heading = quotableText(work.title)
  let offset = 0
  return PAPER_TEXT_FIELDS.flatMap((field) => {
    const text = quotableText(work[field] ?? '')
    if (text === '') return []
    const source = { field, id: `${paper_id}:${field}`, heading, text, offset }
    offset += text.length + FIELD_SEPARATOR.length
    return [source]
  })
}

/**
 * Cuts a paper into passages by field, in the order of its canonical text. Fields without text are omitted, and what
 * follows the first `MAX_FIELD_CHARS` of a field is in no passage. Passages of an abstract that this site wrote are marked
 * `by_site`. Ids are stable as long as the text is unchanged.
 */
export function cutPaperPassages(
  paper_id: string,
  work: Pick<Work, PaperTextField> & Partial<Pick<Work, 'abstract_by'>>,
): FieldPassages[] {
  return fieldSources(paper_id, work).map((source) => ({
    field: source.field,
    passages: cutPassages({ ...source, text: source.text.slice(0, MAX_FIELD_CHARS) }).map((passage) =>
      work.abstract_by === 'site' && source.field.startsWith('abstract')
        ? { ...passage, by_site: true }
        : passage,
    ),
  }))
}

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
