import type { Citation, Work } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { namesOf } from '../../papers/index.ts'
import { canonical } from '../text/clean.ts'
import type { Passage } from '../text/passages.ts'
import type { Language } from '../understanding/question.ts'
import { placeOf, sourceFields } from './cited-source.ts'
import type { FoundPaper } from './evidence.ts'
import { createNumbering } from './numbering.ts'

/** A sentence of a source, word for word, and where it stands. */
export interface Quote {
  evidence: Pick<FoundPaper, 'source_id' | 'paper_id' | 'file'> & { passage: Passage }
  quote: string
  /** What of it answers: offsets in `quote`. */
  key?: { start: number; end: number } | undefined
}

/** An answer that is made of quotes, while it is written: its text, and a citation for each quote. */
export interface QuoteText {
  write: (text: string) => void
  /** A quote between quotation marks with its number; `cell` where it stands in a table. */
  quote: (quote: Quote, place?: 'cell') => void
  /** The number of a quote alone, where its words stand already: a title. */
  cite: (quote: Quote) => void
  done: () => { text: string; citations: Citation[] }
}

const MARKS = { zh: ['「', '」'], en: ['“', '”'] } as const

export function quoteText(language: Language): QuoteText {
  const numbering = createNumbering()
  const citations: Citation[] = []
  const [open, close] = MARKS[language]
  let text = ''
  const cite = (each: Quote) => {
    const n = numbering.numberOf(each.evidence)
    citations.push(citationOf(each, n, text.length))
    text += `[${n}]`
  }
  return {
    cite,
    write: (more) => {
      text += more
    },
    quote: (each, place) => {
      text += `${open}${place === 'cell' ? inCell(each.quote) : each.quote}${close}`
      cite(each)
    },
    done: () => ({ text: `${text}\n`, citations }),
  }
}

/** A sign that ends a cell stands for itself. */
export const inCell = (text: string): string => text.replaceAll('|', '\\|')

/** The title of a paper as an answer names it, and by whom it is and of which year: 「Zhang 等, 2020」. */
export function sourceOf(work: Work, language: Language): { title: string; by: string } {
  const translated = language === 'zh' ? work.title_zh : null
  const names = namesOf(work)
  const others = names.length > 1 ? (language === 'zh' ? ' 等' : ' et al.') : ''
  const first = names.slice(0, 1).map((name) => `${name}${others}`)
  const by = [...first, String(yearOf(work.publish_date) || '')].filter((each) => each !== '').join(', ')
  // In a title a bracket behind a bracket is no link.
  return { title: canonical(translated ?? work.title).replaceAll('](', '] ('), by }
}

function citationOf({ evidence, quote, key }: Quote, n: number, start: number): Citation {
  return {
    n,
    start,
    end: start + `[${n}]`.length,
    ...sourceFields(evidence),
    ...placeOf(evidence.passage, quote),
    quote,
    ...(key && { key }),
    support: 'supported',
    check: { method: 'quote', located: true, missing: [] },
  }
}
