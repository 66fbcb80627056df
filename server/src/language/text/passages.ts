import type { Work } from '@scinav/contract'
import { canonical } from './clean.ts'
import { cutLong, type Span, sentencesOf } from './sentences.ts'

/** A text that passages come from: a field of a paper now, a document later. */
export interface SourceText {
  /** Begins the ids of its passages: id of the paper and name of the field. */
  id: string
  /** What its passages are about: the title. */
  heading: string
  text: string
  /** Where it begins in the canonical text of the whole. */
  offset: number
}

/** A place on a page, 0–1 from the top left. */
export interface Box {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A piece of a text that is found, shown to a model and quoted as one. */
export interface Passage {
  passage_id: string
  heading: string
  text: string
  /** Offsets in the canonical text of the paper or document. */
  start: number
  end: number
  /** Offsets in `text`. */
  sentences: Span[]
  tokens: number
  page: number | null
  boxes: Box[]
  /** Of a file: the headings above it, the outermost first, what it is, and where its lines stand. */
  headings?: string[]
  kind?: 'text' | 'table' | 'code'
  /** Of a summary that this site wrote: nothing in it is quoted as the work's. */
  by_site?: true
  lines?: PlacedLine[]
}

/** Where the characters of a passage from `start` on stand, as far as the next line. */
interface PlacedLine {
  start: number
  box: Box
}

export const FIELDS = ['title', 'title_zh', 'abstract', 'abstract_zh'] as const
export type Field = (typeof FIELDS)[number]

/** A field of a paper with its passages. */
export interface FieldPassages {
  field: Field
  passages: Passage[]
}

const MOST_TOKENS = 512

/** How many tokens a model reads in a text, about: a Chinese character is one, four letters of other scripts are. */
export function tokensIn(text: string): number {
  let han = 0
  for (let at = 0; at < text.length; at += 1) if (isHan(text, at)) han += 1
  return han + Math.ceil((text.length - han) / 4)
}

/** The sign is asked only where the plane it stands in does not tell. */
function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < FIRST_HAN) return false
  return (unit >= 0x4e00 && unit <= 0x9fff) || HAN.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

const FIRST_HAN = 0x2e80
const HAN = /\p{Script=Han}/u

/** The canonical text of a paper: its fields, those that are empty left out, apart by one empty line. */
export function canonicalText(work: Pick<Work, Field>): string {
  return sourcesOf('', work)
    .map(({ text }) => text)
    .join(GAP)
}

const GAP = '\n\n'

function sourcesOf(paper_id: string, work: Pick<Work, Field>): (SourceText & { field: Field })[] {
  const heading = canonical(work.title)
  let offset = 0
  return FIELDS.flatMap((field) => {
    const text = canonical(work[field] ?? '')
    if (text === '') return []
    const source = { field, id: `${paper_id}:${field}`, heading, text, offset }
    offset += text.length + GAP.length
    return [source]
  })
}

/** The passages of a paper by field, in the order of its text; their ids stay while the text does. */
export function passagesOf(
  paper_id: string,
  work: Pick<Work, Field> & Partial<Pick<Work, 'abstract_by'>>,
): FieldPassages[] {
  return sourcesOf(paper_id, work).map((source) => ({
    field: source.field,
    passages: cutPassages({ ...source, text: source.text.slice(0, LONGEST) }).map((passage) =>
      work.abstract_by === 'site' && source.field.startsWith('abstract')
        ? { ...passage, by_site: true }
        : passage,
    ),
  }))
}

/** So much of a field is found and quoted. Abstracts are shorter; a record may hold whatever somebody put there. */
const LONGEST = 50_000

/** Cuts a text into passages: at paragraphs, then sentences, then clauses. Nothing overlaps. */
export function cutPassages(source: SourceText): Passage[] {
  const groups: Span[][] = []
  let tokens = 0
  let paragraph = -1
  for (const { span, of } of piecesOf(source.text)) {
    const size = tokensIn(source.text.slice(span.start, span.end))
    // A paragraph that fits whole begins anew rather than being cut.
    if (
      groups.length === 0 ||
      tokens + size > MOST_TOKENS ||
      (of !== paragraph && tokens > MOST_TOKENS / 2)
    ) {
      groups.push([])
      tokens = 0
    }
    groups.at(-1)?.push(span)
    tokens += size
    paragraph = of
  }
  return groups.map((spans, ordinal) => toPassage(source, spans, ordinal))
}

/** The sentences of a text of several paragraphs; of a table its lines. */
export function sentencesIn(text: string, kind: Passage['kind']): Span[] {
  if (kind !== 'table' && kind !== 'code')
    return piecesOf(text).flatMap(({ span }) =>
      saysSomething(text.slice(span.start, span.end)) ? [span] : [],
    )
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ index, 0: line }) =>
    /[\p{L}\p{N}]/u.test(line) ? withinLimit(text, { start: index, end: index + line.length }) : [],
  )
}

/** Numbers at the axis of a figure are no sentence. */
const saysSomething = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) > 1

function piecesOf(text: string): { span: Span; of: number }[] {
  let start = 0
  return text.split(GAP).flatMap((paragraph, of) => {
    const from = start
    start += paragraph.length + GAP.length
    return sentencesOf(paragraph)
      .map((span) => ({ start: span.start + from, end: span.end + from }))
      .flatMap((span) => withinLimit(text, span))
      .map((span) => ({ span, of }))
  })
}

/** A sentence of more tokens than a passage has is cut at its clauses. */
function withinLimit(text: string, span: Span): Span[] {
  const tokens = tokensIn(text.slice(span.start, span.end))
  if (tokens <= MOST_TOKENS) return [span]
  const most = Math.floor(((span.end - span.start) / tokens) * MOST_TOKENS * 0.9)
  return cutLong(text, span, Math.max(1, most))
}

function toPassage({ id, heading, text, offset }: SourceText, spans: Span[], ordinal: number): Passage {
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
    tokens: tokensIn(own),
    page: null,
    boxes: [],
  }
}
