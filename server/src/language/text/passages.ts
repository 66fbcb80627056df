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

/** A rectangle on a page; coordinates are fractions of the page size (0–1) from the top left. */
export interface PageBox {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A piece of a text that is retrieved, shown to a model and quoted as a unit. */
export interface Passage {
  passage_id: string
  heading: string
  text: string
  /** UTF-16 offsets in the canonical text of the paper or document. */
  start: number
  end: number
  /** The sentences, in offsets of `text`. */
  sentences: TextSpan[]
  /** An estimate; see `estimateTokens`. */
  tokens: number
  page: number | null
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

/** The position on a page of the characters from `start` up to the next line. */
interface PlacedLine {
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

const MAX_PASSAGE_TOKENS = 512

/** Estimates the tokens of a text: one per Han character, one per four characters of other scripts. */
export function estimateTokens(text: string): number {
  let han = 0
  for (let at = 0; at < text.length; at += 1) if (isHan(text, at)) han += 1
  return han + Math.ceil((text.length - han) / 4)
}

/** Tests one position; the slow script test runs only where the code unit alone does not decide. */
function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < FIRST_HAN) return false
  return (
    (unit >= FIRST_COMMON_HAN && unit <= LAST_COMMON_HAN) ||
    HAN_CHARACTER.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
  )
}

/** The first code point of any Han character (radicals), and the block of the common ones. */
const FIRST_HAN = 0x2e80
const FIRST_COMMON_HAN = 0x4e00
const LAST_COMMON_HAN = 0x9fff
const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns the canonical text of a paper: its non-empty fields, separated by one empty line. */
export function canonicalText(work: Pick<Work, PaperTextField>): string {
  return fieldSources('', work)
    .map(({ text }) => text)
    .join(FIELD_SEPARATOR)
}

const FIELD_SEPARATOR = '\n\n'

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

/** Cuts a paper into passages by field, in the order of its text. Ids are stable as long as the text is unchanged. */
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

/** Bounds the text of a field that is cut, in UTF-16 units: abstracts are shorter, but a record may hold anything. */
const MAX_FIELD_CHARS = 50_000

/** Cuts a text into passages of at most 512 tokens at paragraphs, sentences, then clauses; passages do not overlap. */
export function cutPassages(source: SourceText): Passage[] {
  const groups: TextSpan[][] = []
  let tokens = 0
  let paragraph = -1
  for (const { span, paragraph: ofParagraph } of splitPieces(source.text)) {
    const size = estimateTokens(source.text.slice(span.start, span.end))
    // A new paragraph opens a new passage once the current one is half full, so that it is less often cut.
    if (
      groups.length === 0 ||
      tokens + size > MAX_PASSAGE_TOKENS ||
      (ofParagraph !== paragraph && tokens > MAX_PASSAGE_TOKENS / 2)
    ) {
      groups.push([])
      tokens = 0
    }
    groups.at(-1)?.push(span)
    tokens += size
    paragraph = ofParagraph
  }
  return groups.map((spans, ordinal) => toPassage(source, spans, ordinal))
}

/** Splits a passage of several paragraphs into sentences; a table or code is split into lines. */
export function splitPassageSentences(text: string, kind: Passage['kind']): TextSpan[] {
  if (kind !== 'table' && kind !== 'code')
    return splitPieces(text).flatMap(({ span }) =>
      hasLetters(text.slice(span.start, span.end)) ? [span] : [],
    )
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ index, 0: line }) =>
    /[\p{L}\p{N}]/u.test(line) ? fitToTokens(text, { start: index, end: index + line.length }) : [],
  )
}

/** Rejects spans without words, such as the numbers at the axis of a figure. */
const hasLetters = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) > 1

/** Splits a text into sentences that fit into a passage, with the number of the paragraph of each. */
function splitPieces(text: string): { span: TextSpan; paragraph: number }[] {
  let start = 0
  return text.split(FIELD_SEPARATOR).flatMap((paragraphText, paragraph) => {
    const from = start
    start += paragraphText.length + FIELD_SEPARATOR.length
    return sentenceSpans(paragraphText)
      .map((span) => ({ start: span.start + from, end: span.end + from }))
      .flatMap((span) => fitToTokens(text, span))
      .map((span) => ({ span, paragraph }))
  })
}

/** Leaves room for parts of a sentence that have more tokens per character than its average. */
const CUT_SAFETY = 0.9

/** Cuts a sentence that has more tokens than a passage at its clauses. */
function fitToTokens(text: string, span: TextSpan): TextSpan[] {
  const tokens = estimateTokens(text.slice(span.start, span.end))
  if (tokens <= MAX_PASSAGE_TOKENS) return [span]
  const maxChars = Math.floor(((span.end - span.start) / tokens) * MAX_PASSAGE_TOKENS * CUT_SAFETY)
  return cutLong(text, span, Math.max(1, maxChars))
}

function toPassage({ id, heading, text, offset }: SourceText, spans: TextSpan[], ordinal: number): Passage {
  const start = spans[0]?.start ?? 0
  const end = spans.at(-1)?.end ?? 0
  const own = text.slice(start, end)
  return {
    passage_id: `${id}:${ordinal}`,
    heading,
    text: own,
    start: start + offset,
    end: end + offset,
    sentences: spans.map((span) => ({ start: span.start - start, end: span.end - start })),
    tokens: estimateTokens(own),
    page: null,
    boxes: [],
  }
}
