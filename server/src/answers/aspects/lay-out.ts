import type { Citation } from '@scinav/contract'
import { inCell, type Quote, type QuoteText, quoteText, sourceOf } from '../evidence/quote-text.ts'
import type { Language } from '../understanding/question.ts'
import { ASPECTS, type Aspect } from './cues.ts'
import type { PaperAspects } from './paper-aspects.ts'

/** How papers are laid out: each by itself, as a table, or all together by aspect. */
export type AspectForm = 'list' | 'table' | 'review'

const NAMES = {
  zh: { problem: '问题', method: '方法', data: '数据', result: '结果', limitation: '局限' },
  en: { problem: 'Problem', method: 'Method', data: 'Data', result: 'Results', limitation: 'Limitations' },
} as const

/** What stands before quotes of this kind in an answer. */
export const aspectName = (aspect: Aspect, language: Language): string => NAMES[language][aspect]

const FRAMES = {
  zh: {
    and: '、',
    indirect: '摘要里没有直接回答这个问题的原句，按方面列出它说了什么：',
    paper: (title: string, by: string) => `《${title}》${by && `（${by}）`}`,
    head: '摘要里的原句，按方面列出：',
    one: (aspects: string) => `摘要里说明${aspects}的原句：`,
    none: (aspects: string) => `摘要没有说明${aspects}。`,
    near: (aspect: string) => `摘要没有专门说明${aspect}，最接近的是这一句：`,
    table: (papers: number) => `${papers} 篇文献摘要里的原句，按方面对照：`,
    columns: '文献',
    untold: '摘要没有说明',
    absent: '没有摘要',
    no_abstract: '这篇文献在馆内没有摘要，只有题名：',
    unread: '没有能按方面辨认的句子，摘要开头写道：',
    review: (papers: number) =>
      `${papers} 篇文献与这个主题直接相关。以下按方面列出它们摘要里的原句，未作归纳：`,
    gap: '',
  },
  en: {
    and: ', ',
    indirect: 'The abstract does not directly answer this question. What it says, by aspect:',
    paper: (title: string, by: string) => `${title}${by && ` (${by})`}`,
    head: 'Sentences of the abstract, by aspect:',
    one: (aspects: string) => `What the abstract says of ${aspects}:`,
    none: (aspects: string) => `The abstract does not state: ${aspects}.`,
    near: (aspect: string) => `The abstract has no sentence of its own on ${aspect}. This one comes nearest:`,
    table: (papers: number) => `Sentences of ${papers} abstracts, side by side:`,
    columns: 'Paper',
    untold: 'not stated in the abstract',
    absent: 'no abstract',
    no_abstract: 'The library has no abstract of this paper, only its title:',
    unread: 'No sentence can be told by aspect. The abstract begins:',
    review: (papers: number) =>
      `${papers} papers bear directly on this subject. Sentences of their abstracts by aspect, nothing added:`,
    gap: ' ',
  },
} as const

interface Wanted {
  language: Language
  form: AspectForm
  /** Empty for all. */
  aspects: Aspect[]
  /** Whether the question asks for them, or nothing answered it. */
  direct: boolean
}

/** Lays out what papers say of themselves: quotes alone, and what an abstract does not say is said. */
export function layOut(papers: PaperAspects[], wanted: Wanted): { text: string; citations: Citation[] } {
  const out = quoteText(wanted.language)
  const asked = wanted.aspects.length > 0 ? wanted.aspects : [...ASPECTS]
  if (wanted.form === 'review') writeReview(out, papers, asked, wanted)
  else if (papers.length > 1 || wanted.form === 'table') writeTable(out, papers, asked, wanted)
  else
    for (const paper of papers) (isUnread(paper, asked) ? writeUnread : writePaper)(out, paper, asked, wanted)
  return out.done()
}

/** Quotes of one aspect, where it alone is asked for and where all are. */
const MOST_ALONE = 3
const MOST_AMONG = 2

function writePaper(out: QuoteText, paper: PaperAspects, asked: Aspect[], wanted: Wanted): void {
  const frame = FRAMES[wanted.language]
  const told = asked.filter((aspect) => paper.told.has(aspect))
  const untold = asked.filter((aspect) => !paper.told.has(aspect))
  const near = asked.length === 1 && told.length === 0 ? nearTo(paper, asked) : []
  out.write(near.length > 0 ? frame.near(inWords(asked, wanted.language)) : leadOf(told, asked, wanted))
  writeQuotes(out, near)
  const shown = new Set<string>()
  for (const aspect of told) {
    if (told.length > 1) out.write(`\n\n**${NAMES[wanted.language][aspect]}**`)
    writeQuotes(
      out,
      quotesBeside(paper, aspect, { most: told.length === 1 ? MOST_ALONE : MOST_AMONG, shown }),
    )
  }
  const silent = told.length > 0 ? untold : []
  if (silent.length > 0) out.write(`\n\n${frame.none(inWords(silent, wanted.language))}`)
}

const nearTo = ({ near }: PaperAspects, asked: Aspect[]): Quote[] =>
  asked.flatMap((aspect) => near.get(aspect) ?? [])

/** Of what tells an aspect, what does not stand under another already, unless all of it does. */
function quotesBeside(
  paper: PaperAspects,
  aspect: Aspect,
  { most, shown }: { most: number; shown: Set<string> },
): Quote[] {
  const quotes = quotesOf(paper, aspect, most)
  const others = quotes.filter(({ quote }) => !shown.has(quote))
  for (const { quote } of quotes) shown.add(quote)
  return others.length > 0 ? others : quotes
}

/** All of it was asked for, or there is no abstract, and hardly anything can be told by aspect. */
function isUnread({ told, first, has_abstract }: PaperAspects, asked: Aspect[]): boolean {
  if (!has_abstract) return true
  const quotes = new Set([...told.values()].flatMap((all) => all.map(({ quote }) => quote)))
  return asked.length === ASPECTS.length && quotes.size < Math.min(2, first.length)
}

function writeUnread(
  out: QuoteText,
  paper: PaperAspects,
  _asked: Aspect[],
  { language, direct }: Wanted,
): void {
  const frame = FRAMES[language]
  if (!direct) out.write(`${frame.indirect}\n\n`)
  out.write(paper.has_abstract ? frame.unread : frame.no_abstract)
  writeQuotes(out, paper.first)
}

function leadOf(told: Aspect[], asked: Aspect[], { language, direct }: Wanted): string {
  const frame = FRAMES[language]
  if (!direct) return frame.indirect
  if (told.length === 0) return frame.none(inWords(asked, language))
  return asked.length < ASPECTS.length ? frame.one(inWords(told, language)) : frame.head
}

const inWords = (aspects: Aspect[], language: Language): string =>
  aspects.map((aspect) => (language === 'zh' ? NAMES.zh : LOWER)[aspect]).join(FRAMES[language].and)

const LOWER: Record<Aspect, string> = {
  problem: 'the problem',
  method: 'the method',
  data: 'the data',
  result: 'results',
  limitation: 'limitations',
}

/** What tells an aspect first is worth most; the others are taken in the order of the text. */
function quotesOf({ told }: PaperAspects, aspect: Aspect, most: number): Quote[] {
  const place = ({ evidence, quote }: Quote) => evidence.passage.start + evidence.passage.text.indexOf(quote)
  return (told.get(aspect) ?? []).slice(0, most).toSorted((one, other) => place(one) - place(other))
}

function writeQuotes(out: QuoteText, quotes: Quote[]): void {
  for (const [at, quote] of quotes.entries()) {
    out.write(at === 0 ? '\n\n- ' : '\n- ')
    out.quote(quote)
  }
}

function writeTable(out: QuoteText, papers: PaperAspects[], asked: Aspect[], wanted: Wanted): void {
  const frame = FRAMES[wanted.language]
  const telling = papers.filter(({ told }) => told.size > 0)
  out.write(wanted.direct ? frame.table(papers.length) : frame.indirect)
  if (telling.length > 0) writeRows(out, papers, asked, wanted)
  // What cannot be told by aspect is shown as it begins.
  for (const { paper, first } of papers.filter(({ told }) => told.size === 0)) {
    const { title, by } = sourceOf(paper.work, wanted.language)
    out.write(`\n\n${frame.paper(title, by)}`)
    writeQuotes(out, first)
  }
}

function writeRows(out: QuoteText, papers: PaperAspects[], asked: Aspect[], wanted: Wanted): void {
  const frame = FRAMES[wanted.language]
  out.write('\n\n')
  out.write(`| ${[frame.columns, ...asked.map((aspect) => NAMES[wanted.language][aspect])].join(' | ')} |\n`)
  out.write(`|${' --- |'.repeat(asked.length + 1)}`)
  for (const paper of papers) {
    const { title, by } = sourceOf(paper.paper.work, wanted.language)
    out.write(`\n| ${inCell(frame.paper(title, by))} |`)
    for (const aspect of asked) writeCell(out, paper, aspect, frame)
  }
}

function writeCell(
  out: QuoteText,
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

/** Quotes under one heading of a review: one of each of so many papers. */
const MOST_OF_REVIEW = 6

function writeReview(out: QuoteText, papers: PaperAspects[], asked: Aspect[], { language }: Wanted): void {
  const frame = FRAMES[language]
  out.write(frame.review(papers.length))
  const silent: Aspect[] = []
  for (const aspect of asked) {
    const telling = papers.filter(({ told }) => told.has(aspect)).slice(0, MOST_OF_REVIEW)
    if (telling.length === 0) silent.push(aspect)
    else out.write(`\n\n### ${NAMES[language][aspect]}\n`)
    for (const { paper, told } of telling) {
      const { title, by } = sourceOf(paper.work, language)
      out.write(`\n- ${by || title}${language === 'zh' ? '：' : ': '}`)
      for (const quote of (told.get(aspect) ?? []).slice(0, 1)) out.quote(quote)
    }
  }
  if (silent.length > 0) out.write(`\n\n${frame.none(inWords(silent, language))}`)
}
