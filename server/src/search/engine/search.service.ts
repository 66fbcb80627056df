import { type api, facetNames, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import { type Highlight, highlighter, type SearchAnswer, type Understood } from '@scinav/search'
import { paperOf, papersBySeqs, type StoredPaper } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { waitedFor } from '../../platform/foundation/give-way.ts'
import type { WrittenPage } from '../../platform/foundation/replies.ts'
import { hitText } from './hit-text.ts'
import { facetsOf } from './search-facets.ts'

type Search = typeof api.papers.search

type Found = OutputOf<Search>
type Hit = Found['list'][number]

/** Searches the library for a screen: one page of papers with their highlights, all facets, and what was understood. */
export async function search(ctx: Context, input: ParsedInputOf<Search>): Promise<Found> {
  const { hits, page } = await waitedFor(ctx.config, () =>
    searchWith(ctx, input, (paper, shown): Hit => ({ ...paperOf(paper), ...shown })),
  )
  return { list: hits, ...page }
}

/** The same as the text that is sent. */
export async function searchWritten(ctx: Context, input: ParsedInputOf<Search>): Promise<WrittenPage<Found>> {
  const { hits, page } = await waitedFor(ctx.config, () => searchWith(ctx, input, hitText))
  return { written: hits, page }
}

type Show<Shown> = (paper: StoredPaper, shown: Pick<Hit, 'score' | 'highlights'>) => Shown

interface Shown<Element> {
  hits: Element[]
  page: Omit<Found, 'list'>
}

async function searchWith<Element>(
  ctx: Context,
  input: ParsedInputOf<Search>,
  show: Show<Element>,
): Promise<Shown<Element>> {
  const started = performance.now()
  const { page_num, page_size, query, conditions, filters, exact, expand, sort } = input
  const index = await ctx.library.current()
  const answer = await index.search({
    ...{ query, conditions, filters, exact, expand, sort },
    from: (page_num - 1) * page_size,
    size: page_size,
    facets: input.facets ? facetNames : [],
    fallback: true,
    correct: !input.as_written,
  })
  const { understood } = answer
  const hits = await hitsOf(ctx, answer.hits, understood, show)
  return {
    hits,
    page: {
      total: answer.total,
      page_num,
      page_size,
      facets: input.facets ? facetsOf(answer) : null,
      facets_of: answer.counts_partial && answer.partial > 0 ? 'partial' : 'all',
      parsed_query: {
        text: understood.text,
        warnings: understood.warnings,
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

async function hitsOf<Element>(
  ctx: Context,
  hits: SearchAnswer['hits'],
  understood: Understood,
  show: Show<Element>,
) {
  const papers = await papersBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const highlights = highlighter(understood)
  return hits.flatMap(({ seq, score }) => {
    const paper = papers.get(seq)
    if (!paper) return []
    const shown = { work: paper.work, authors: paper.derived.authors_short }
    return [show(paper, { score, highlights: highlights(shown).map(asCalled) })]
  })
}

/** A list of names is called as the record's field. */
const asCalled = (highlight: Highlight) =>
  highlight.field === 'authors' ? { ...highlight, field: 'authors_short' } : highlight
