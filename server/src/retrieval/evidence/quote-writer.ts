import { authorNames, type Citation, type Work } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import type { Language } from '../../language/question/question.ts'
import { quotableText } from '../../language/text/clean.ts'
import type { Passage } from '../../language/text/passages.ts'
import { createNumbering, quotePosition, sourceFields } from './cited-source.ts'
import type { FoundPaper } from './evidence.ts'

/** A sentence of a source, word for word, and its source. */
export interface Quote {
  evidence: Pick<FoundPaper, 'source_id' | 'paper_id' | 'file'> & { passage: Passage }
  quote: string
  /** The part of the quote that answers, in offsets of `quote`. */
  key?: { start: number; end: number } | undefined
}

/** Builds the text of an answer made of quotes, with a citation for each quote. */
export interface QuoteWriter {
  write: (text: string) => void
  /** Writes a quote in quotation marks with its citation number; `cell` escapes it for a table. */
  quote: (quote: Quote, place?: 'cell') => void
  /** Writes the citation number alone, after words that are in the text already, such as a title. */
  cite: (quote: Quote) => void
  /**
   * Returns the text, which ends with a note if sentences of this site are quoted, and the citations in
   * order.
   */
  done: () => { text: string; citations: Citation[] }
}

/** The mark behind a sentence that this site wrote, which is not the source's own. */
export const SITE_MARK = { zh: '（本站提要）', en: ' (our summary)' } as const
/** The note at the end of an answer that has such sentences. */
export const SITE_NOTE = {
  zh: '标有（本站提要）的句子出自本站撰写的内容提要，不是文献原文，引用前请查阅原文。',
  en: 'Sentences marked (our summary) are from summaries written by this site, not from the works themselves.',
} as const

const QUOTATION_MARKS = { zh: ['「', '」'], en: ['“', '”'] } as const

/** Creates a writer of quotes; sources are numbered in the order of their first use. */
export function createQuoteWriter(language: Language): QuoteWriter {
  const numbering = createNumbering()
  const citations: Citation[] = []
  const [open, close] = QUOTATION_MARKS[language]
  let text = ''
  const cite = (each: Quote) => {
    const n = numbering.numberOf(each.evidence)
    citations.push(quoteCitation(each, n, text.length))
    text += `[${n}]`
  }
  return {
    cite,
    write: (more) => {
      text += more
    },
    quote: (each, place) => {
      const quote = place === 'cell' ? escapeCell(each.quote) : each.quote
      text += each.evidence.passage.by_site ? `${quote}${SITE_MARK[language]}` : `${open}${quote}${close}`
      cite(each)
    },
    done: () => {
      const isBySite = citations.some(({ by_site }) => by_site)
      return { text: `${text}\n${isBySite ? `\n${SITE_NOTE[language]}\n` : ''}`, citations }
    },
  }
}

/** Escapes the character that would end a table cell. */
export const escapeCell = (text: string): string => text.replaceAll('|', '\\|')

/** Returns the title of a paper as answers name it, with first author and year: 「Zhang 等, 2020」. */
export function sourceLabel(work: Work, language: Language): { title: string; by: string } {
  const translated = language === 'zh' ? work.title_zh : null
  const names = authorNames(work)
  const andOthers = language === 'zh' ? ' 等' : ' et al.'
  const first = names.slice(0, 1).map((name) => (names.length > 1 ? `${name}${andOthers}` : name))
  const by = [...first, String(yearOf(work.publish_date) || '')].filter((each) => each !== '').join(', ')
  // `](` in a title would otherwise form a Markdown link.
  return { title: quotableText(translated ?? work.title).replaceAll('](', '] ('), by }
}

/** Returns the citation of a quote whose number stands at the offset `start`. */
function quoteCitation({ evidence, quote, key }: Quote, n: number, start: number): Citation {
  return {
    n,
    start,
    end: start + `[${n}]`.length,
    ...sourceFields(evidence),
    ...quotePosition(evidence.passage, quote),
    quote,
    ...(key && { key }),
    support: 'supported',
    check: { method: 'quote', located: true, missing: [] },
  }
}
