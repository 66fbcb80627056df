import type { Citation } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import {
  createQuoteWriter,
  escapeCell,
  type Quote,
  type QuoteWriter,
  sourceLabel,
} from '../../retrieval/index.ts'
import { ASPECTS, type Aspect } from './cues.ts'
import { ASPECT_FRAMES, ASPECT_NAMES, listAspects } from './frames.ts'
import type { PaperAspects } from './paper-aspects.ts'
import { writeByTime, writeReview } from './render-review.ts'

/** How papers are laid out: each by itself, as a table, or all together by aspect. */
type AspectForm = 'list' | 'table' | 'review'

/** What a review is organised by. */
export type ReviewOrganisation = 'aspect' | 'time' | 'method'

/** How papers are to be laid out. */
export interface AspectLayout {
  language: Language
  form: AspectForm
  /** Empty for all. */
  aspects: Aspect[]
  /** Whether the question asks for them, or nothing answered it. */
  direct: boolean
  organised?: ReviewOrganisation
  /** Columns of a table that stand first, and what was wished for and cannot be told by an abstract. */
  leading?: Aspect[]
  unknown?: string[]
}

/** Quotes with what stands around them. */
interface RenderedAspects {
  text: string
  citations: Citation[]
  /** Whether they say any of what was asked for. */
  told: boolean
}

/** Lays out what papers say of themselves: quotes alone, and what an abstract does not say is said. */
export function renderAspects(papers: PaperAspects[], wanted: AspectLayout): RenderedAspects {
  const out = createQuoteWriter(wanted.language)
  const asked = columnsOf(wanted)
  if (wanted.form === 'review') writeReviewBody(out, papers, asked, wanted)
  else if (papers.length > 1 || wanted.form === 'table') writeAspectTable(out, papers, asked, wanted)
  else
    for (const paper of papers)
      (isUnreadable(paper, asked) ? writeUnreadable : writePaper)(out, paper, asked, wanted)
  const made = out.done()
  const isSilent = papers.length === 1 && papers.every((paper) => lacksAskedAspects(paper, asked))
  return { ...made, told: made.citations.length > 0 && !isSilent }
}

function writeReviewBody(
  out: QuoteWriter,
  papers: PaperAspects[],
  asked: Aspect[],
  { organised, language }: AspectLayout,
): void {
  if (organised === 'time') writeByTime(out, papers, language)
  else writeReview(out, papers, asked, language)
}

/** Its abstract says something, and nothing of what was asked for. */
const lacksAskedAspects = (paper: PaperAspects, asked: Aspect[]): boolean =>
  !isUnreadable(paper, asked) &&
  asked.every((aspect) => !paper.told.has(aspect)) &&
  nearQuotes(paper, asked).length === 0

/** What an abstract finds it may say without a word that shows it; a limit that it does not name is none. */
const mayStateResult = (paper: PaperAspects, asked: Aspect[]): boolean =>
  asked.includes('result') && paper.first.length > 0 && lacksAskedAspects(paper, asked)

/** What is asked for, what shall stand first before the others. */
function columnsOf({ aspects, leading = [], organised }: AspectLayout): Aspect[] {
  const asked = aspects.length > 0 ? aspects : [...ASPECTS]
  const first: Aspect[] = organised === 'method' ? ['method'] : leading
  return [...new Set([...first, ...asked])]
}

/** Quotes of one aspect, where it alone is asked for and where all are. */
const MAX_QUOTES_SINGLE_ASPECT = 3
const MAX_QUOTES_PER_ASPECT = 2

function writePaper(out: QuoteWriter, paper: PaperAspects, asked: Aspect[], wanted: AspectLayout): void {
  const frame = ASPECT_FRAMES[wanted.language]
  const told = asked.filter((aspect) => paper.told.has(aspect))
  const untold = asked.filter((aspect) => !paper.told.has(aspect))
  const near = told.length === 0 ? nearQuotes(paper, asked) : []
  out.write(
    near.length > 0 ? frame.near(listAspects(asked, wanted.language)) : leadSentence(told, asked, wanted),
  )
  writeQuotes(out, near)
  if (wanted.direct && mayStateResult(paper, asked)) {
    out.write(frame.begins)
    writeQuotes(out, paper.first)
  }
  const shown = new Set<string>()
  for (const aspect of told) {
    if (told.length > 1) out.write(`\n\n**${ASPECT_NAMES[wanted.language][aspect]}**`)
    writeQuotes(
      out,
      unshownQuotes(paper, aspect, {
        most: told.length === 1 ? MAX_QUOTES_SINGLE_ASPECT : MAX_QUOTES_PER_ASPECT,
        shown,
      }),
    )
  }
  const silent = told.length > 0 ? untold : []
  if (silent.length > 0) out.write(`\n\n${frame.none(listAspects(silent, wanted.language))}`)
}

/** What comes near the one aspect that is asked for. */
const nearQuotes = ({ near }: PaperAspects, asked: Aspect[]): Quote[] =>
  asked.length === 1 ? asked.flatMap((aspect) => near.get(aspect) ?? []) : []

/** Of what tells an aspect, what does not stand under another already, unless all of it does. */
function unshownQuotes(
  paper: PaperAspects,
  aspect: Aspect,
  { most, shown }: { most: number; shown: Set<string> },
): Quote[] {
  const quotes = selectQuotes(paper, aspect, most)
  const others = quotes.filter(({ quote }) => !shown.has(quote))
  for (const { quote } of quotes) shown.add(quote)
  return others.length > 0 ? others : quotes
}

/** All of it was asked for, or there is no abstract, and hardly anything can be told by aspect. */
function isUnreadable({ told, first, has_abstract }: PaperAspects, asked: Aspect[]): boolean {
  if (!has_abstract) return true
  const quotes = new Set([...told.values()].flatMap((all) => all.map(({ quote }) => quote)))
  return asked.length === ASPECTS.length && quotes.size < Math.min(2, first.length)
}

function writeUnreadable(
  out: QuoteWriter,
  paper: PaperAspects,
  _asked: Aspect[],
  { language, direct }: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[language]
  if (!direct) out.write(`${frame.indirect}\n\n`)
  out.write(paper.has_abstract ? frame.unread : frame.no_abstract)
  writeQuotes(out, paper.first)
}

function leadSentence(told: Aspect[], asked: Aspect[], { language, direct }: AspectLayout): string {
  const frame = ASPECT_FRAMES[language]
  if (!direct) return frame.indirect
  if (told.length === 0) return frame.none(listAspects(asked, language))
  return asked.length < ASPECTS.length ? frame.one(listAspects(told, language)) : frame.head
}

/** What tells an aspect first is worth most; the others are taken in the order of the text. */
function selectQuotes({ told }: PaperAspects, aspect: Aspect, most: number): Quote[] {
  const place = ({ evidence, quote }: Quote) => evidence.passage.start + evidence.passage.text.indexOf(quote)
  return (told.get(aspect) ?? []).slice(0, most).toSorted((one, other) => place(one) - place(other))
}

function writeQuotes(out: QuoteWriter, quotes: Quote[]): void {
  for (const [at, quote] of quotes.entries()) {
    out.write(at === 0 ? '\n\n- ' : '\n- ')
    out.quote(quote)
  }
}

function writeAspectTable(
  out: QuoteWriter,
  papers: PaperAspects[],
  asked: Aspect[],
  wanted: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[wanted.language]
  const telling = papers.filter(({ told }) => told.size > 0)
  out.write(wanted.direct ? frame.table(papers.length) : frame.indirect)
  if (telling.length > 0) writeRows(out, papers, asked, wanted)
  const unknown = wanted.unknown ?? []
  if (unknown.length > 0) out.write(`\n\n${frame.unknown(unknown)}`)
  // What cannot be told by aspect is shown as it begins.
  for (const { paper, first } of papers.filter(({ told }) => told.size === 0)) {
    const { title, by } = sourceLabel(paper.work, wanted.language)
    out.write(`\n\n${frame.paper(title, by)}`)
    writeQuotes(out, first)
  }
}

function writeRows(out: QuoteWriter, papers: PaperAspects[], asked: Aspect[], wanted: AspectLayout): void {
  const frame = ASPECT_FRAMES[wanted.language]
  out.write('\n\n')
  out.write(
    `| ${[frame.columns, ...asked.map((aspect) => ASPECT_NAMES[wanted.language][aspect])].join(' | ')} |\n`,
  )
  out.write(`|${' --- |'.repeat(asked.length + 1)}`)
  for (const paper of papers) {
    const { title, by } = sourceLabel(paper.paper.work, wanted.language)
    out.write(`\n| ${escapeCell(frame.paper(title, by))} |`)
    for (const aspect of asked) writeCell(out, paper, aspect, frame)
  }
}

function writeCell(
  out: QuoteWriter,
  { told, has_abstract }: PaperAspects,
  aspect: Aspect,
  { untold, absent }: { untold: string; absent: string },
): void {
  const [best] = told.get(aspect) ?? []
  out.write(' ')
  if (best) out.quote(best, 'cell')
  else out.write(has_abstract ? untold : absent)
  out.write(' |')
}
