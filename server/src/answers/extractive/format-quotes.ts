import type { Citation } from '@scinav/contract'
import type { Language, Question } from '../../language/question/question.ts'
import {
  createQuoteWriter,
  escapeCell,
  type QuoteWriter,
  quotePosition,
  sourceLabel,
} from '../../retrieval/index.ts'
import { unknownTermsText } from '../task/notes.ts'
import { answerKeySpan } from './answer-key.ts'
import type { AnswerLabel } from './answer-scorer.ts'
import { isTitleEvidence } from './is-answer.ts'
import {
  byScore,
  inReadingOrder,
  isContradicted,
  orderAnswers,
  partition,
  quoteKind,
} from './order-quotes.ts'
import { QUOTE_FRAMES, type QuoteFrame } from './quote-frames.ts'
import type { SentenceCandidate as Sentence } from './sentence-candidates.ts'

/** How the chosen sentences are laid out. */
export interface QuoteLayout {
  question: Pick<Question, 'language' | 'type' | 'text'>
  form: 'list' | 'table'
  /** Whether the sentences answer the question, or are only related to it. */
  answered: boolean
  /** Words of the question that nothing in the library has. */
  unknown: string[]
  /** Returns how far the quotes of the leading paper answer the question. */
  label: (lead: Sentence[]) => AnswerLabel
}

/** The text of quotes with their citations. */
export interface FormattedQuotes {
  text: string
  citations: Citation[]
  /** Whether the text presents itself as an answer. */
  direct: boolean
}

/**
 * Returns the text of an answer made of chosen sentences, as a table, a list of papers, or sections of quotes: first the
 * paper that answers, then further papers, then papers that contradict it; each quote with its kind (结果, 定义) and its
 * paper. Sentences that are only related make one section.
 */
export function formatQuotes(picks: Sentence[], layout: QuoteLayout): FormattedQuotes {
  const { language, type } = layout.question
  const frame = QUOTE_FRAMES[language]
  const writer = createQuoteWriter(language)
  const papers = [...Map.groupBy(picks, ({ evidence }) => evidence.source_id).values()].map(inReadingOrder)
  const [first, ...others] = papers
  if (!first) return { ...writer.done(), direct: false }
  let direct = layout.answered
  if (layout.form === 'table') writeQuoteTable(writer, [byScore(first), ...others], layout)
  else if (layout.answered && type === 'list') writeList(writer, papers, layout)
  else if (!layout.answered)
    writeSection(writer, papers, { head: frame.related(unknownNote(layout)), layout })
  else direct = writeAnswer(writer, [first, ...others], layout)
  return { ...writer.done(), direct }
}

/** Writes the answering paper, then the others; returns whether the first is presented as a direct answer. */
function writeAnswer(
  writer: QuoteWriter,
  [first = [], ...others]: Sentence[][],
  layout: QuoteLayout,
): boolean {
  const frame = QUOTE_FRAMES[layout.question.language]
  const [contradicting, agreeing] = partition(others, (other) => isContradicted(first, other))
  const lead = orderAnswers(first, layout.question)
  const label = layout.label(lead)
  const heads = { direct: frame.lead, related: frame.near, nothing: frame.related(unknownNote(layout)) }
  const isAnswer = label === 'direct'
  writeSection(writer, [lead], {
    head: heads[label],
    layout,
    ...(isAnswer && { direct_label: frame.direct }),
  })
  if (agreeing.length > 0) writeSection(writer, agreeing, { head: `\n\n${frame.support}`, layout })
  if (contradicting.length > 0) writeSection(writer, contradicting, { head: `\n\n${frame.differs}`, layout })
  return isAnswer
}

const unknownNote = ({ question: { language }, unknown }: QuoteLayout): string =>
  unknown.length === 0 ? '' : unknownTermsText(language, unknown)

interface QuoteSection {
  head: string
  layout: QuoteLayout
  /** A label printed next to the kind of the first quote. */
  direct_label?: string
}

/**
 * Writes a heading, then a line for each sentence and, below the sentences of a paper, its source. A paper
 * found by its title alone has one line.
 */
function writeSection(
  writer: QuoteWriter,
  papers: Sentence[][],
  { head, layout, direct_label }: QuoteSection,
): void {
  writer.write(`${head}\n`)
  for (const group of papers) {
    const quotes = group.filter((pick) => !isTitleQuote(pick))
    if (quotes.length === 0) writeTitle(writer, group, layout.question.language)
    else writeItem(writer, quotes, layout, direct_label)
  }
}

/** Writes the quotes of a paper as one item of a list, each with its kind, and the source below them. */
function writeItem(writer: QuoteWriter, quotes: Sentence[], { question }: QuoteLayout, label?: string): void {
  const frame = QUOTE_FRAMES[question.language]
  for (const [at, pick] of quotes.entries()) {
    const kinds = [quoteKind(pick, question), at === 0 ? label : undefined].filter(
      (kind) => kind !== undefined,
    )
    writer.write(at === 0 ? '\n- ' : '\n\n  ')
    if (kinds.length > 0) writer.write(`**${kinds.join(' · ')}**${frame.colon}`)
    writer.quote({ ...pick, key: answerKeySpan(pick.quote, question.type, question.text) })
  }
  writer.write(`\n\n  ${sourceLine(quotes, question.language)}`)
}

/** Writes one line per paper: its title and the sentence that justifies it. */
function writeList(writer: QuoteWriter, papers: Sentence[][], { question }: QuoteLayout): void {
  const frame = QUOTE_FRAMES[question.language]
  writer.write(`${frame.list(papers.length)}\n`)
  for (const group of papers) {
    const [first] = byScore(group.filter((pick) => !isTitleQuote(pick)))
    if (first) {
      writer.write(`\n- ${sourceLine(group, question.language)}${frame.colon}`)
      writer.quote(first)
    } else writeTitle(writer, group, question.language)
  }
}

/** A title is named rather than quoted. */
const isTitleQuote = ({ evidence }: Sentence): boolean => isTitleEvidence(evidence)

function writeTitle(writer: QuoteWriter, group: Sentence[], language: Language): void {
  writer.write(`\n- ${sourceLine(group, language)}`)
  for (const title of group.slice(0, 1)) writer.cite(title)
}

/** Writes a table with one row for each paper: its source, and its quotes one after another. */
function writeQuoteTable(
  writer: QuoteWriter,
  papers: Sentence[][],
  { question: { language } }: QuoteLayout,
): void {
  const frame: QuoteFrame = QUOTE_FRAMES[language]
  writer.write(`${frame.columns}\n| --- | --- |`)
  for (const group of papers) {
    writer.write(`\n| ${escapeCell(sourceLine(group, language))} | `)
    for (const [at, pick] of group.entries()) {
      if (at > 0) writer.write(frame.gap)
      writer.quote(pick, 'cell')
    }
    writer.write(' |')
  }
}

/** Returns title, author and year, and for a file the page of the first quote; empty without quotes. */
function sourceLine([first]: Sentence[], language: Language): string {
  if (!first) return ''
  const { work, file, passage } = first.evidence
  const { title, by } = sourceLabel(work, language)
  const { page: pageNumber } = quotePosition(passage, first.quote)
  const page = file && pageNumber !== null ? QUOTE_FRAMES[language].page(pageNumber) : ''
  return QUOTE_FRAMES[language].source(title, [by, page].filter((each) => each !== '').join(', '))
}
