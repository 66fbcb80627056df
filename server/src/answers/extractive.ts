import type { Citation } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { yearOf } from '@scinav/search'
import { namesOf } from '../papers/index.ts'
import { canonical } from './clean.ts'
import type { Evidence } from './evidence.ts'
import { createNumbering } from './numbering.ts'
import { type Pick, pickSentences } from './pick.ts'
import type { Language } from './question.ts'

/** An answer made of quotes. */
export interface Extract {
  text: string
  citations: Citation[]
}

const FRAMES = {
  zh: {
    lead: (papers: number) =>
      papers === 1 ? '与该问题最相关的文献中写道：' : `有 ${papers} 篇文献与该问题直接相关，原文如下：`,
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
  head: (frame: Frame, papers: number) => string
  row: (source: string) => string
  end: string
  quoted: (quote: string) => string
}
type Frame = (typeof FRAMES)[Language]

/** A sign that ends a cell stands for itself. */
const inCell = (text: string) => text.replaceAll('|', '\\|')

const LAYOUTS: Record<'list' | 'table', Layout> = {
  list: {
    head: (frame, papers) => `${frame.lead(papers)}\n`,
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

/** Quotes what answers a question, paper by paper; null where nothing can be quoted. */
export function extract(
  evidence: Evidence[],
  concepts: Concept[],
  language: Language,
  form: keyof typeof LAYOUTS = 'list',
): Extract | null {
  const picks = pickSentences(evidence, concepts)
  if (picks.length === 0) return null
  const [frame, layout] = [FRAMES[language], LAYOUTS[form]]
  const byPaper = Map.groupBy(picks, (pick) => pick.evidence.source_id)
  const numbering = createNumbering()
  const citations: Citation[] = []
  let text = layout.head(frame, byPaper.size)
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
  return { text: `${text}\n`, citations }
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

function inReadingOrder(picks: Pick[]): Pick[] {
  const place = ({ evidence, quote }: Pick) => evidence.passage.start + evidence.passage.text.indexOf(quote)
  return picks.toSorted((a, b) => place(a) - place(b))
}

function citationOf({ evidence, quote }: Pick, n: number, start: number): Citation {
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
