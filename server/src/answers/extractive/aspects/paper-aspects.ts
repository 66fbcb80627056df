import type { Language } from '../../../language/question/question.ts'
import { quotableText } from '../../../language/text/clean.ts'
import { cutPaperPassages, type PaperTextField } from '../../../language/text/paper-passages.ts'
import type { Passage } from '../../../language/text/passages.ts'
import type { FoundPaper, Quote } from '../../../retrieval/index.ts'
import type { Aspect } from './aspect-model.ts'
import { readAspects } from './read-aspects.ts'

/** The sentences of a paper's abstract by aspect, best first. */
export interface PaperAspects {
  paper: FoundPaper
  stated: Map<Aspect, Quote[]>
  /** The closest sentence for each aspect that is not stated; never for limitations, which must not be guessed. */
  near: Map<Aspect, Quote>
  /** The first sentences of the abstract, or of the title when there is none. */
  first: Quote[]
  has_abstract: boolean
}

/** The most sentences by which a paper without recognized aspects is shown. */
const MAX_LEADING_SENTENCES = 3

/** Bounds the part of an abstract that is read, in UTF-16 units; a longer text is no abstract. */
const MAX_ABSTRACT_CHARS = 8_000

/**
 * Finds the aspects that a paper's abstract states. The abstract in `language` is read, else that in the
 * other.
 */
export function paperAspects(paper: FoundPaper, language: Language): PaperAspects {
  const { source_id, paper_id, work } = paper
  const fields = cutPaperPassages(source_id, work)
  const fieldOrder: PaperTextField[] =
    language === 'zh' ? ['abstract_zh', 'abstract'] : ['abstract', 'abstract_zh']
  const field = fieldOrder.find((name) => fields.some((each) => each.field === name))
  const passages = fields.find((each) => each.field === (field ?? 'title'))?.passages ?? []
  const quoteOf = (passage: Passage, quote: string): Quote => ({
    evidence: { source_id, paper_id, passage },
    quote,
  })
  const text = field ? quotableText(work[field] ?? '').slice(0, MAX_ABSTRACT_CHARS) : ''
  /** Returns the sentences that state an aspect, best first, without those that cross passages. */
  const findQuotes = (how: 'surely' | 'nearly') =>
    readAspects(text, how).flatMap(({ aspect, start, end }) => {
      const quote = text.slice(start, end)
      const passage = passages.find((each) => each.text.includes(quote))
      return passage ? [{ aspect, quote: quoteOf(passage, quote) }] : []
    })
  const stated = new Map<Aspect, Quote[]>()
  for (const { aspect, quote } of findQuotes('surely'))
    stated.set(aspect, [...(stated.get(aspect) ?? []), quote])
  const near = new Map<Aspect, Quote>()
  for (const { aspect, quote } of findQuotes('nearly'))
    if (aspect !== 'limitation' && !stated.has(aspect) && !near.has(aspect)) near.set(aspect, quote)
  const [passage] = passages
  const first = passage
    ? passage.sentences
        .slice(0, MAX_LEADING_SENTENCES)
        .map(({ start, end }) => quoteOf(passage, passage.text.slice(start, end)))
    : []
  return { paper, stated, near, first, has_abstract: field !== undefined }
}
