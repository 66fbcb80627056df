import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { searchFilters } from './search.ts'
import { id, listOf, noOutput, pagedInput, pageOf, wholeNumber } from './shapes.ts'

const paperId = z.object({ paper_id: id })

/** Why a paper is shown as similar or recommended. */
const similarityReason = z.object({
  shared_keywords: z.array(z.string()),
  shared_authors: z.array(z.string()),
  cites: z.boolean(),
  cited_by: z.boolean(),
  /** A score from 0 to 1. */
  similarity: z.number(),
})

/** Calls about related and recommended papers. For the flags of a call see `Endpoint`. */
export const recommendationApi = {
  related: {
    method: 'POST',
    path: '/api/paper/related',
    access: 'user',
    summary: 'Papers like one paper, each with its reason',
    input: paperId.extend({ page_size: wholeNumber(1, 50).default(10) }),
    output: z.array(paper.extend({ reason: similarityReason })),
  },
  interests: {
    method: 'POST',
    // The path is spelled as the specification has it.
    path: '/api/paper/related_reasearch_interests',
    access: 'user',
    summary: 'Terms that stand out in the hits, or in some papers, against the whole library',
    input: z
      .object({
        /** The query whose hits are compared, unless papers are given in `paper_id_list`. */
        query: z.string().max(2_000).default(''),
        /** For a query: the filters and options that determine its hits, as in the search itself. */
        filters: searchFilters.prefault({}),
        exact: z.boolean().default(false),
        expand: z.boolean().default(true),
        paper_id_list: listOf(id, 200),
      })
      .refine(({ query, paper_id_list }) => query.trim() !== '' || paper_id_list.length > 0, {
        path: ['query'],
        message: '请给出检索词或文献',
      }),
    output: z.array(
      z.object({
        term: z.string(),
        /** Number of these hits or papers with the term. */
        count: z.number().int(),
        /** The frequency in recent years relative to earlier years; 1 means no change. */
        growth: z.number(),
        /** The count by year of publication. */
        years: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
      }),
    ),
  },
  recommend: {
    method: 'GET',
    path: '/api/paper/recommend',
    access: 'user',
    summary: "Papers for the caller's preferences, views and lists, each with its reason",
    input: pagedInput({}),
    output: pageOf(paper.extend({ reason: z.string() })),
  },
  notInterested: {
    method: 'POST',
    path: '/api/paper/not_interested',
    access: 'user',
    summary: 'Takes a paper out of the recommendations, or puts it back',
    input: paperId.extend({ undo: z.boolean().default(false) }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
