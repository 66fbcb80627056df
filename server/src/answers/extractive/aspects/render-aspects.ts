import type { Citation } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import type { Language } from '../../../language/question/question.ts'
import {
  createQuoteWriter,
  escapeCell,
  type Quote,
  type QuoteWriter,
  sourceLabel,
} from '../../../retrieval/index.ts'
import { ASPECTS, type Aspect } from './aspect-model.ts'
import { ASPECT_FRAMES, ASPECT_NAMES, listAspects } from './frames.ts'
import type { PaperAspects } from './paper-aspects.ts'

/** The layout of papers: each by itself, as a table, or all together as a review. */
type AspectForm = 'list' | 'table' | 'review'

/** The principle that a review is organized by. */
export type ReviewOrganization = 'aspect' | 'time' | 'method'

/** How papers are laid out by aspect. */
export interface AspectLayout {
  language: Language
  form: AspectForm
  /** The aspects to show; empty for all. */
  aspects: Aspect[]
  /** Whether the question asks for aspects; otherwise they are shown because nothing answered it. */
  direct: boolean
  /** What a review is organized by; by aspect when absent. `method` puts the methods first in every form. */
  organized?: ReviewOrganization
  /** The columns that come first in a table. */
  leading?: Aspect[]
  /** The names of requested columns that no abstract can fill. */
  unknown?: string[]
}

/** Quotes with the text around them. */
interface RenderedAspects {
  text: string
  citations: Citation[]
  /** False when there are no citations, or when a single paper states none of the requested aspects. */
  stated: boolean
}

/** Lays out papers by aspect in quotes only, and names the aspects that an abstract does not state. */
export function renderAspects(papers: PaperAspects[], layout: AspectLayout): RenderedAspects {
  const out = createQuoteWriter(layout.language)
  const requested = columnsOf(layout)
  if (layout.form === 'review') writeReviewBody(out, papers, requested, layout)
  else if (papers.length > 1 || layout.form === 'table') writeAspectTable(out, papers, requested, layout)
  else for (const paper of papers) writePaper(out, paper, requested, layout)
  const rendered = out.done()
  const [single] = papers.length === 1 ? papers : []
  const lacksAspects = single !== undefined && lacksRequestedAspects(single, requested)
  return { ...rendered, stated: rendered.citations.length > 0 && !lacksAspects }
}

function writeReviewBody(
  out: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  { organized, language }: AspectLayout,
): void {
  if (organized === 'time') writeByTime(out, papers, language)
  else writeReview(out, papers, requested, language)
}

/** Returns whether a paper, shown by aspect, states none of the requested aspects and nothing near them. */
const lacksRequestedAspects = (paper: PaperAspects, requested: Aspect[]): boolean =>
  !showsBeginningOnly(paper, requested) &&
  requested.every((aspect) => !paper.stated.has(aspect)) &&
  nearQuotes(paper, requested).length === 0

/**
 * Returns whether the beginning of an abstract is shown because a result was requested and none was recognized: an
 * abstract may state a result without any cue. No other aspect is assumed so.
 */
const mayStateResult = (paper: PaperAspects, requested: Aspect[]): boolean =>
  requested.includes('result') && paper.first.length > 0 && lacksRequestedAspects(paper, requested)

/** Returns the requested aspects, with those that come first before the others. */
function columnsOf({ aspects, leading = [], organized }: AspectLayout): Aspect[] {
  const requested = aspects.length > 0 ? aspects : [...ASPECTS]
  const first: Aspect[] = organized === 'method' ? ['method'] : leading
  return [...new Set([...first, ...requested])]
}

/** The most quotes of an aspect that is the only one stated. */
const MAX_QUOTES_SINGLE_ASPECT = 3
/** The most quotes of each aspect when several are stated. */
const MAX_QUOTES_PER_ASPECT = 2

function writePaper(out: QuoteWriter, paper: PaperAspects, requested: Aspect[], layout: AspectLayout): void {
  if (showsBeginningOnly(paper, requested)) writeBeginning(out, paper, layout)
  else writeStatedAspects(out, paper, requested, layout)
}

/** Writes the requested aspects of one paper, each with its best quotes, and names those that it does not state. */
function writeStatedAspects(
  out: QuoteWriter,
  paper: PaperAspects,
  requested: Aspect[],
  layout: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[layout.language]
  const stated = requested.filter((aspect) => paper.stated.has(aspect))
  const notStated = requested.filter((aspect) => !paper.stated.has(aspect))
  const near = stated.length === 0 ? nearQuotes(paper, requested) : []
  out.write(
    near.length > 0
      ? frame.near(listAspects(requested, layout.language))
      : leadSentence(stated, requested, layout),
  )
  writeQuotes(out, near)
  if (layout.direct && mayStateResult(paper, requested)) {
    out.write(frame.begins)
    writeQuotes(out, paper.first)
  }
  const shown = new Set<string>()
  for (const aspect of stated) {
    if (stated.length > 1) out.write(`\n\n**${ASPECT_NAMES[layout.language][aspect]}**`)
    writeQuotes(
      out,
      unshownQuotes(paper, aspect, {
        limit: stated.length === 1 ? MAX_QUOTES_SINGLE_ASPECT : MAX_QUOTES_PER_ASPECT,
        shown,
      }),
    )
  }
  if (stated.length > 0 && notStated.length > 0)
    out.write(`\n\n${frame.none(listAspects(notStated, layout.language))}`)
}

/** Returns the quotes that come near the requested aspect; none when several were requested. */
const nearQuotes = ({ near }: PaperAspects, requested: Aspect[]): Quote[] =>
  requested.length === 1 ? requested.flatMap((aspect) => near.get(aspect) ?? []) : []

/**
 * Returns the quotes of an aspect that no other aspect has shown, or all when every one was shown. Adds its
 * quotes to `shown`.
 */
function unshownQuotes(
  paper: PaperAspects,
  aspect: Aspect,
  { limit, shown }: { limit: number; shown: Set<string> },
): Quote[] {
  const quotes = selectQuotes(paper, aspect, limit)
  const others = quotes.filter(({ quote }) => !shown.has(quote))
  for (const { quote } of quotes) shown.add(quote)
  return others.length > 0 ? others : quotes
}

/** With fewer quotes for all aspects together, the first sentences of an abstract are shown: they say more. */
const MIN_RECOGNIZED_QUOTES = 2

/**
 * Returns whether a paper is shown by its beginning instead of by aspect: it has no abstract, or all aspects were
 * requested and hardly any was recognized.
 */
function showsBeginningOnly({ stated, first, has_abstract }: PaperAspects, requested: Aspect[]): boolean {
  if (!has_abstract) return true
  const quotes = new Set([...stated.values()].flatMap((all) => all.map(({ quote }) => quote)))
  return requested.length === ASPECTS.length && quotes.size < Math.min(MIN_RECOGNIZED_QUOTES, first.length)
}

/** Writes the first sentences of the abstract, or the title when there is no abstract. */
function writeBeginning(out: QuoteWriter, paper: PaperAspects, { language, direct }: AspectLayout): void {
  const frame = ASPECT_FRAMES[language]
  if (!direct) out.write(`${frame.indirect}\n\n`)
  out.write(paper.has_abstract ? frame.unread : frame.no_abstract)
  writeQuotes(out, paper.first)
}

function leadSentence(stated: Aspect[], requested: Aspect[], { language, direct }: AspectLayout): string {
  const frame = ASPECT_FRAMES[language]
  if (!direct) return frame.indirect
  if (stated.length === 0) return frame.none(listAspects(requested, language))
  return requested.length < ASPECTS.length ? frame.one(listAspects(stated, language)) : frame.head
}

/** Takes the best quotes of an aspect and returns them in the order of the text. */
function selectQuotes({ stated }: PaperAspects, aspect: Aspect, limit: number): Quote[] {
  const offset = ({ evidence, quote }: Quote) => evidence.passage.start + evidence.passage.text.indexOf(quote)
  return (stated.get(aspect) ?? []).slice(0, limit).toSorted((one, other) => offset(one) - offset(other))
}

function writeQuotes(out: QuoteWriter, quotes: Quote[]): void {
  for (const [at, quote] of quotes.entries()) {
    out.write(at === 0 ? '\n\n- ' : '\n- ')
    out.quote(quote)
  }
}

/** Writes a table with a row for each paper and a column for each aspect. */
function writeAspectTable(
  out: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  layout: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[layout.language]
  out.write(layout.direct ? frame.table(papers.length) : frame.indirect)
  if (papers.some(({ stated }) => stated.size > 0)) writeRows(out, papers, requested, layout)
  const unknown = layout.unknown ?? []
  if (unknown.length > 0) out.write(`\n\n${frame.unknown(unknown)}`)
  // Papers without a recognized aspect are shown by their first sentences.
  for (const { paper, first } of papers.filter(({ stated }) => stated.size === 0)) {
    const { title, by } = sourceLabel(paper.work, layout.language)
    out.write(`\n\n${frame.paper(title, by)}`)
    writeQuotes(out, first)
  }
}

/** Writes the Markdown table: one row per paper, with a cell for each requested aspect. */
function writeRows(
  out: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  layout: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[layout.language]
  out.write('\n\n')
  out.write(
    `| ${[frame.columns, ...requested.map((aspect) => ASPECT_NAMES[layout.language][aspect])].join(' | ')} |\n`,
  )
  out.write(`|${' --- |'.repeat(requested.length + 1)}`)
  for (const paper of papers) {
    const { title, by } = sourceLabel(paper.paper.work, layout.language)
    out.write(`\n| ${escapeCell(frame.paper(title, by))} |`)
    for (const aspect of requested) writeCell(out, paper, aspect, frame)
  }
}

/** Writes a cell with the best quote on an aspect, or that the abstract does not state it or is absent. */
function writeCell(
  out: QuoteWriter,
  { stated, has_abstract }: PaperAspects,
  aspect: Aspect,
  { not_stated, absent }: { not_stated: string; absent: string },
): void {
  const [best] = stated.get(aspect) ?? []
  out.write(' ')
  if (best) out.quote(best, 'cell')
  else out.write(has_abstract ? not_stated : absent)
  out.write(' |')
}

const COLON: Record<Language, string> = { zh: '：', en: ': ' }
/** The aspects that represent a paper in a review by year, in order of preference. */
const TIMELINE_ASPECTS: Aspect[] = ['result', 'method', 'problem']

/** Writes a review by year, earliest first, with one sentence per paper. */
function writeByTime(out: QuoteWriter, papers: PaperAspects[], language: Language): void {
  const frame = ASPECT_FRAMES[language]
  out.write(frame.by_year(papers.length))
  const byYear = Map.groupBy(papers, ({ paper }) => yearOf(paper.work.publish_date))
  for (const year of [...byYear.keys()].toSorted((a, b) => a - b)) {
    out.write(`\n\n### ${frame.year(year)}\n`)
    for (const { paper, stated, first } of byYear.get(year) ?? []) {
      const { title, by } = sourceLabel(paper.work, language)
      const [quote] = [...TIMELINE_ASPECTS.flatMap((aspect) => stated.get(aspect) ?? []), ...first]
      out.write(`\n- ${frame.paper(title, by)}${COLON[language]}`)
      if (quote) out.quote(quote)
    }
  }
}

/** The most papers quoted under one heading of a review, with one quote each. */
const MAX_QUOTES_PER_HEADING = 6

/** Writes a review by aspect. */
function writeReview(
  out: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  language: Language,
): void {
  const frame = ASPECT_FRAMES[language]
  out.write(frame.review(papers.length))
  const notStated: Aspect[] = []
  for (const aspect of requested) {
    const stating = papers.filter(({ stated }) => stated.has(aspect)).slice(0, MAX_QUOTES_PER_HEADING)
    if (stating.length === 0) notStated.push(aspect)
    else out.write(`\n\n### ${ASPECT_NAMES[language][aspect]}\n`)
    for (const { paper, stated } of stating) {
      const { title, by } = sourceLabel(paper.work, language)
      out.write(`\n- ${by || title}${COLON[language]}`)
      for (const quote of (stated.get(aspect) ?? []).slice(0, 1)) out.quote(quote)
    }
  }
  if (notStated.length > 0) out.write(`\n\n${frame.none(listAspects(notStated, language))}`)
}
