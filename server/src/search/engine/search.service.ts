import { type api, facetNames, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import { createHighlighter, type Highlight, type QueryUnderstanding, type SearchAnswer } from '@scinav/search'
import { findPapersBySeqs, type StoredPaper, toPaper } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { runForeground } from '../../platform/foundation/foreground.ts'
import type { SerializedPage } from '../../platform/foundation/replies.ts'
import { hitJson, toFacets } from './search-response.ts'

type Search = typeof api.papers.search

type SearchResult = OutputOf<Search>
type SearchHit = SearchResult['list'][number]

/**
 * Searches the library for the search screen and returns one page of papers with highlights, the facets when
 * requested, and how the query was understood.
 */
export async function searchLibrary(ctx: Context, input: ParsedInputOf<Search>): Promise<SearchResult> {
  const { hits, page } = await runForeground(ctx.config, () =>
    searchWith(ctx, input, (paper, match): SearchHit => ({ ...toPaper(paper), ...match })),
  )
  return { list: hits, ...page }
}

/** Runs the search of `searchLibrary` and returns the hits as JSON texts, which saves parsing most stored records. */
export async function searchSerialized(
  ctx: Context,
  input: ParsedInputOf<Search>,
): Promise<SerializedPage<SearchResult>> {
  const { hits, page } = await runForeground(ctx.config, () => searchWith(ctx, input, hitJson))
  return { serializedElements: hits, page }
}

/** Converts a stored paper to a hit of the response. */
type HitRenderer<Hit> = (paper: StoredPaper, match: Pick<SearchHit, 'score' | 'highlights'>) => Hit

interface RenderedSearch<Element> {
  /** The hits of one page, best first. */
  hits: Element[]
  page: Omit<SearchResult, 'list'>
}

/** Searches the library and converts each hit of the page with `render`. */
async function searchWith<Element>(
  ctx: Context,
  input: ParsedInputOf<Search>,
  render: HitRenderer<Element>,
): Promise<RenderedSearch<Element>> {
  const started = performance.now()
  const { page_num, page_size, query, conditions, filters, exact, expand, sort } = input
  const index = await ctx.library.current()
  const answer = await index.search({
    query,
    conditions,
    filters,
    exact,
    expand,
    sort,
    from: (page_num - 1) * page_size,
    size: page_size,
    facets: input.facets ? facetNames : [],
    fallback: true,
    correct: !input.as_written,
  })
  const { understood } = answer
  const hits = await renderHits(ctx, answer.hits, understood, render)
  return {
    hits,
    page: {
      total: answer.total,
      page_num,
      page_size,
      facets: input.facets ? toFacets(answer) : null,
      facets_of: answer.counts_partial && answer.partial > 0 ? 'partial' : 'all',
      parsed_query: {
        text: understood.text,
        warnings: [...buildWarnings(ctx.library.buildProgress()), ...understood.warnings],
        expansions: understood.expansions,
        identifier: understood.identifier,
      },
      did_you_mean: understood.corrected,
      searched_instead: understood.instead,
      total_partial: answer.partial,
      relax: answer.kept_out.filter(({ count }) => count > 0),
      took_ms: Math.round((performance.now() - started) * 10) / 10,
    },
  }
}

/** Returns a warning while the index is built from nothing, since a search then misses papers. */
const buildWarnings = (progress: number | null): string[] =>
  progress === null
    ? []
    : [`检索索引正在建立，已完成 ${Math.floor(progress * 100)}%，现在的结果不完整，请稍后再检索`]

/** Renders the hits in their order; one whose paper has been deleted since it was indexed is left out. */
async function renderHits<Element>(
  ctx: Context,
  hits: SearchAnswer['hits'],
  understood: QueryUnderstanding,
  render: HitRenderer<Element>,
) {
  const papers = await findPapersBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const highlight = createHighlighter(understood)
  return hits.flatMap(({ seq, score }) => {
    const paper = papers.get(seq)
    if (!paper) return []
    const highlighted = { work: paper.work, authors: paper.derived.authors_short }
    return [render(paper, { score, highlights: highlight(highlighted).map(renameHighlight) })]
  })
}

/** Renames the field of a highlight in the list of authors to the record's field. */
const renameHighlight = (highlight: Highlight) =>
  highlight.field === 'authors' ? { ...highlight, field: 'authors_short' } : highlight
