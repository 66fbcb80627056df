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
import { ASPECTS, type Aspect } from './aspect-cues.ts'
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
  organized?: ReviewOrganization
  /** Columns that come first in a table, and requested columns that an abstract cannot fill. */
  leading?: Aspect[]
  unknown?: string[]
}

/** Quotes with the text around them. */
interface RenderedAspects {
  text: string
  citations: Citation[]
  /** Whether they state any requested aspect. */
  stated: boolean
}

/** Lays out papers by aspect in quotes only, and names the aspects that an abstract does not state. */
export function renderAspects(papers: PaperAspects[], layout: AspectLayout): RenderedAspects {
  const out = createQuoteWriter(layout.language)
  const asked = columnsOf(layout)
  if (layout.form === 'review') writeReviewBody(out, papers, asked, layout)
  else if (papers.length > 1 || layout.form === 'table') writeAspectTable(out, papers, asked, layout)
  else for (const paper of papers) writePaper(out, paper, asked, layout)
  const rendered = out.done()
  const lacksAspects = papers.length === 1 && papers.every((paper) => lacksAskedAspects(paper, asked))
  return { ...rendered, stated: rendered.citations.length > 0 && !lacksAspects }
}

function writeReviewBody(
  out: QuoteWriter,
  papers: PaperAspects[],
  asked: Aspect[],
  { organized, language }: AspectLayout,
): void {
  if (organized === 'time') writeByTime(out, papers, language)
  else writeReview(out, papers, asked, language)
}

/** Returns whether a paper has a readable abstract that states none of the requested aspects. */
const lacksAskedAspects = (paper: PaperAspects, asked: Aspect[]): boolean =>
  !isUnreadable(paper, asked) &&
  asked.every((aspect) => !paper.stated.has(aspect)) &&
  nearQuotes(paper, asked).length === 0

/** An abstract may state a result without any cue, so its beginning is shown; a limitation is never assumed. */
const mayStateResult = (paper: PaperAspects, asked: Aspect[]): boolean =>
  asked.includes('result') && paper.first.length > 0 && lacksAskedAspects(paper, asked)

/** Returns the requested aspects, with those that come first before the others. */
function columnsOf({ aspects, leading = [], organized }: AspectLayout): Aspect[] {
  const asked = aspects.length > 0 ? aspects : [...ASPECTS]
  const first: Aspect[] = organized === 'method' ? ['method'] : leading
  return [...new Set([...first, ...asked])]
}

/** The most quotes of an aspect, when it is the only one stated and when there are several. */
const MAX_QUOTES_SINGLE_ASPECT = 3
const MAX_QUOTES_PER_ASPECT = 2

function writePaper(out: QuoteWriter, paper: PaperAspects, asked: Aspect[], layout: AspectLayout): void {
  if (isUnreadable(paper, asked)) writeUnreadable(out, paper, layout)
  else writeStatedAspects(out, paper, asked, layout)
}

/** Writes the requested aspects of one paper, each with its best quotes, and names those that it does not state. */
function writeStatedAspects(
  out: QuoteWriter,
  paper: PaperAspects,
  asked: Aspect[],
  layout: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[layout.language]
  const stated = asked.filter((aspect) => paper.stated.has(aspect))
  const notStated = asked.filter((aspect) => !paper.stated.has(aspect))
  const near = stated.length === 0 ? nearQuotes(paper, asked) : []
  out.write(
    near.length > 0 ? frame.near(listAspects(asked, layout.language)) : leadSentence(stated, asked, layout),
  )
  writeQuotes(out, near)
  if (layout.direct && mayStateResult(paper, asked)) {
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

/** Returns the closest quote when a single aspect was requested. */
const nearQuotes = ({ near }: PaperAspects, asked: Aspect[]): Quote[] =>
  asked.length === 1 ? asked.flatMap((aspect) => near.get(aspect) ?? []) : []

/**
 * Returns the quotes of an aspect that are not in `shown`, because another aspect had them already, or all of them when
 * all are. Adds them to `shown`.
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

/** Returns whether a paper has no abstract, or whether all aspects were requested and hardly any is recognized. */
function isUnreadable({ stated, first, has_abstract }: PaperAspects, asked: Aspect[]): boolean {
  if (!has_abstract) return true
  const quotes = new Set([...stated.values()].flatMap((all) => all.map(({ quote }) => quote)))
  return asked.length === ASPECTS.length && quotes.size < Math.min(2, first.length)
}

/** Writes the first sentences of an unreadable abstract, or the title when there is no abstract. */
function writeUnreadable(out: QuoteWriter, paper: PaperAspects, { language, direct }: AspectLayout): void {
  const frame = ASPECT_FRAMES[language]
  if (!direct) out.write(`${frame.indirect}\n\n`)
  out.write(paper.has_abstract ? frame.unread : frame.no_abstract)
  writeQuotes(out, paper.first)
}

function leadSentence(stated: Aspect[], asked: Aspect[], { language, direct }: AspectLayout): string {
  const frame = ASPECT_FRAMES[language]
  if (!direct) return frame.indirect
  if (stated.length === 0) return frame.none(listAspects(asked, language))
  return asked.length < ASPECTS.length ? frame.one(listAspects(stated, language)) : frame.head
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
  asked: Aspect[],
  layout: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[layout.language]
  out.write(layout.direct ? frame.table(papers.length) : frame.indirect)
  if (papers.some(({ stated }) => stated.size > 0)) writeRows(out, papers, asked, layout)
  const unknown = layout.unknown ?? []
  if (unknown.length > 0) out.write(`\n\n${frame.unknown(unknown)}`)
  // Papers without a recognized aspect are shown by their first sentences.
  for (const { paper, first } of papers.filter(({ stated }) => stated.size === 0)) {
    const { title, by } = sourceLabel(paper.work, layout.language)
    out.write(`\n\n${frame.paper(title, by)}`)
    writeQuotes(out, first)
  }
}

function writeRows(out: QuoteWriter, papers: PaperAspects[], asked: Aspect[], layout: AspectLayout): void {
  const frame = ASPECT_FRAMES[layout.language]
  out.write('\n\n')
  out.write(
    `| ${[frame.columns, ...asked.map((aspect) => ASPECT_NAMES[layout.language][aspect])].join(' | ')} |\n`,
  )
  out.write(`|${' --- |'.repeat(asked.length + 1)}`)
  for (const paper of papers) {
    const { title, by } = sourceLabel(paper.paper.work, layout.language)
    out.write(`\n| ${escapeCell(frame.paper(title, by))} |`)
    for (const aspect of asked) writeCell(out, paper, aspect, frame)
  }
}

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
      out.write(`\n- ${frame.paper(title, by)}${language === 'zh' ? '：' : ': '}`)
      if (quote) out.quote(quote)
    }
  }
}

/** The most papers quoted under one heading of a review, with one quote each. */
const MAX_QUOTES_PER_HEADING = 6

/** Writes a review by aspect. */
function writeReview(out: QuoteWriter, papers: PaperAspects[], asked: Aspect[], language: Language): void {
  const frame = ASPECT_FRAMES[language]
  out.write(frame.review(papers.length))
  const notStated: Aspect[] = []
  for (const aspect of asked) {
    const stating = papers.filter(({ stated }) => stated.has(aspect)).slice(0, MAX_QUOTES_PER_HEADING)
    if (stating.length === 0) notStated.push(aspect)
    else out.write(`\n\n### ${ASPECT_NAMES[language][aspect]}\n`)
    for (const { paper, stated } of stating) {
      const { title, by } = sourceLabel(paper.work, language)
      out.write(`\n- ${by || title}${language === 'zh' ? '：' : ': '}`)
      for (const quote of (stated.get(aspect) ?? []).slice(0, 1)) out.quote(quote)
    }
  }
  if (notStated.length > 0) out.write(`\n\n${frame.none(listAspects(notStated, language))}`)
}
