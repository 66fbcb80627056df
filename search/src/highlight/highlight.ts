import type { Creator, Work } from '@scinav/contract'
import { authorTerms } from '../analysis/names.ts'
import type { QueryUnderstanding } from '../planning/plan-search.ts'
import { type FieldCriteria, type HighlightCriteria, highlightCriteria } from './highlight-criteria.ts'
import { findNearSpans } from './near.ts'
import { findTermSpans, mergeSpans, type TextSpan } from './text-terms.ts'

/** A span in the text of a field, in UTF-16 offsets; `end` is exclusive. */
export interface Highlight {
  field: 'title' | 'title_zh' | 'abstract' | 'abstract_zh' | 'keywords' | 'authors'
  start: number
  end: number
  /** Index of the entry in a list field, `keywords` or `authors`. */
  index?: number
}

/** A paper as displayed. */
interface DisplayedPaper {
  work: Pick<Work, 'title' | 'title_zh' | 'abstract' | 'abstract_zh' | 'keywords' | 'creators'>
  /** Names in the spelling that is displayed. */
  authors: string[]
}

/**
 * Creates a function that highlights the matches of a search in displayed papers: in the searched fields only, and
 * phrases only as a whole. `plan` finds the papers with everything that was searched for, `fallback` the partial
 * matches listed behind them; the matches of both are highlighted. When quotes join words, the plan `marked` replaces
 * both, so that these words are highlighted only as the quoted phrase.
 */
export function createHighlighter({
  plan,
  fallback,
  marked,
}: Pick<QueryUnderstanding, 'plan' | 'fallback' | 'marked'>): (paper: DisplayedPaper) => Highlight[] {
  const criteria = highlightCriteria(marked ? [marked] : [plan, fallback])
  return (paper) => findHighlights(paper, criteria)
}

/** Maximum number of spans that are highlighted in one paper. */
const MAX_HIGHLIGHTS = 200

/** Returns the matches in a paper's title, abstract, keywords and names, in this order, at most `MAX_HIGHLIGHTS`. */
function findHighlights(
  { work, authors }: DisplayedPaper,
  { title, abstract, keywords, names }: HighlightCriteria,
): Highlight[] {
  const [titles = [], titles_zh = []] = findFieldSpans([work.title, work.title_zh ?? ''], title)
  const [abstracts = [], abstracts_zh = []] = findFieldSpans(
    [work.abstract ?? '', work.abstract_zh ?? ''],
    abstract,
  )
  return [
    ...titles.map((span) => ({ field: 'title' as const, ...span })),
    ...titles_zh.map((span) => ({ field: 'title_zh' as const, ...span })),
    ...abstracts.map((span) => ({ field: 'abstract' as const, ...span })),
    ...abstracts_zh.map((span) => ({ field: 'abstract_zh' as const, ...span })),
    ...findFieldSpans(work.keywords, keywords).flatMap((spans, index) =>
      spans.map((span) => ({ field: 'keywords' as const, ...span, index })),
    ),
    ...findNames(authors, work.creators, names),
  ].slice(0, MAX_HIGHLIGHTS)
}

/** Returns the spans in each text of a field, in ascending order and without overlaps. */
function findFieldSpans(texts: string[], { isWanted, starts, phrases, nears }: FieldCriteria): TextSpan[][] {
  const terms = texts.map((text) => findTermSpans(text, isWanted, starts, phrases))
  if (!nears) return terms
  const near = findNearSpans(texts, nears)
  return terms.map((spans, at) => mergeSpans([...spans, ...(near[at] ?? [])]))
}

/**
 * Returns the displayed names of which any spelling was searched. The creators of the paper have the spellings in both
 * languages.
 */
function findNames(authors: string[], creators: Creator[], names: Set<string>): Highlight[] {
  if (names.size === 0) return []
  return authors.flatMap((name, index) => {
    const creator = creators.find((other) => other.name === name || other.name_zh === name)
    const spellings = authorTerms(creator?.name ?? name, creator?.name_zh)
    return spellings.some((spelling) => names.has(spelling))
      ? [{ field: 'authors' as const, index, start: 0, end: name.length }]
      : []
  })
}
