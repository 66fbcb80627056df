import type { Citation } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { yearOf } from '@scinav/search'
import { namesOf } from '../papers/index.ts'
import type { Evidence } from './evidence.ts'
import { createNumbering } from './numbering.ts'
import { pickSentences, type Pick as Sentence } from './pick.ts'
import { canonical } from './text/clean.ts'
import type { Language, Question } from './understanding/question.ts'

/** An answer made of quotes. */
export interface Extract {
  /** Whether it says what was asked; else it is only about it. */
  answered: boolean
  text: string
  citations: Citation[]
}

const FRAMES = {
  zh: {
    lead: (papers: number) =>
      papers === 1 ? '与该问题最相关的文献中写道：' : `有 ${papers} 篇文献与该问题直接相关，原文如下：`,
    related: '没有找到直接回答的原文，以下文献与问题相关：',
    open: '「',
    close: '」',
    source: (title: string, by: string) => `《${title}》${by === '' ? '' : `（${by}）`}：`,
    between: ', ',
    apart: '',
    columns: '| 文献 | 原文 |',
  },
  en: {
    lead: (papers: number) =>
      papers === 1
        ? 'The most relevant paper says:'
        : `${papers} papers bear directly on this question. In their own words:`,
    related: 'No passage answers this directly. These papers are related:',
    open: '“',
    close: '”',
    source: (title: string, by: string) => `${title}${by === '' ? '' : ` (${by})`}: `,
    between: ', ',
    apart: ' ',
    columns: '| Paper | In its own words |',
  },
} as const

/** How quotes are laid out: what stands before them all, before and behind those of a paper, and a quote itself. */
interface Layout {
  head: (frame: Frame, papers: number, answered: boolean) => string
  row: (source: string) => string
  end: string
  quoted: (quote: string) => string
}
type Frame = (typeof FRAMES)[Language]

/** A sign that ends a cell stands for itself. */
const inCell = (text: string) => text.replaceAll('|', '\\|')

const LAYOUTS: Record<'list' | 'table', Layout> = {
  list: {
    head: (frame, papers, answered) => `${answered ? frame.lead(papers) : frame.related}\n`,
    row: (source) => `\n- ${source}`,
    end: '',
    quoted: (quote) => quote,
  },
  table: {
    head: (frame) => `${frame.columns}\n| --- | --- |`,
    row: (source) => `\n| ${inCell(source.replace(/[：:] ?$/u, ''))} | `,
    end: ' |',
    quoted: inCell,
  },
}

/** What is only related is shown by one sentence of each of a few papers. */
const MOST_RELATED = 3

const ofEach = (picks: Sentence[]): Sentence[] =>
  [...new Map(picks.toReversed().map((pick) => [pick.evidence.source_id, pick])).values()].toReversed()

/**
 * Quotes what answers a question, or else what is related to it, paper by paper; null where nothing can be quoted.
 *
 * @param direct whether the evidence says enough of what was asked to answer it at all.
 */
export function extract(
  evidence: Evidence[],
  concepts: Concept[],
  { language, type }: Pick<Question, 'language' | 'type'>,
  { form = 'list', direct = true }: { form?: keyof typeof LAYOUTS; direct?: boolean } = {},
): Extract | null {
  const all = pickSentences(evidence, concepts, type)
  const answered = direct && all.some(({ answers }) => answers)
  const picks = answered ? all.filter(({ answers }) => answers) : ofEach(all).slice(0, MOST_RELATED)
  if (picks.length === 0) return null
  const [frame, layout] = [FRAMES[language], LAYOUTS[form]]
  const byPaper = Map.groupBy(picks, (pick) => pick.evidence.source_id)
  const numbering = createNumbering()
  const citations: Citation[] = []
  let text = layout.head(frame, byPaper.size, answered)
  for (const group of byPaper.values()) {
    const [first] = group
    if (!first) continue
    text += layout.row(sourceLine(first.evidence, language))
    for (const [at, pick] of inReadingOrder(group).entries()) {
      text += `${at > 0 ? frame.apart : ''}${frame.open}${layout.quoted(pick.quote)}${frame.close}`
      const marker = `[${numbering.numberOf(pick.evidence)}]`
      citations.push(citationOf(pick, numbering.numberOf(pick.evidence), text.length))
      text += marker
    }
    text += layout.end
  }
  return { answered, text: `${text}\n`, citations }
}

function sourceLine({ work }: Evidence, language: Language): string {
  const translated = language === 'zh' ? work.title_zh : null
  const names = namesOf(work)
  const by = [names.slice(0, 1).join(''), String(yearOf(work.publish_date) || '')].filter(
    (each) => each !== '',
  )
  // In a title a bracket behind a bracket is no link.
  const title = canonical(translated ?? work.title).replaceAll('](', '] (')
  return FRAMES[language].source(title, by.join(FRAMES[language].between))
}

function inReadingOrder(picks: Sentence[]): Sentence[] {
  const place = ({ evidence, quote }: Sentence) =>
    evidence.passage.start + evidence.passage.text.indexOf(quote)
  return picks.toSorted((a, b) => place(a) - place(b))
}

function citationOf({ evidence, quote }: Sentence, n: number, start: number): Citation {
  return {
    n,
    start,
    end: start + `[${n}]`.length,
    passage_id: evidence.passage.passage_id,
    paper_id: evidence.paper_id,
    document_id: null,
    title: evidence.passage.heading,
    page: evidence.passage.page,
    boxes: evidence.passage.boxes,
    quote,
    support: 'supported',
    check: { method: 'quote', located: true, missing: [] },
  }
}
