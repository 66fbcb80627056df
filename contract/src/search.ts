import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import {
  flag,
  id,
  listOf,
  optionalText,
  optionalWholeNumber,
  pagedInput,
  pageOf,
  wholeNumber,
} from './shapes.ts'

/** A highlighted range of a field's text, in UTF-16 code units; `index` is the entry of a list field. */
const highlight = z.object({
  field: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  index: z.number().int().optional(),
})

/** A paper that was found, with its score and the marked places. */
const hit = paper.extend({ score: z.number(), highlights: z.array(highlight) })

/** A value of a facet; `label` is the displayed text. */
const facetValue = z.object({ value: z.string(), label: z.string(), count: z.number().int() })
/** The most frequent values; `more` says whether there are further ones. */
const facet = z.object({ list: z.array(facetValue), more: z.boolean() })

/** The facets of a search. */
export const facetNames = [
  'year',
  'resource_type',
  'source',
  'subject',
  'language',
  'author',
  'keyword',
  'rank',
  'is_oa',
] as const

/** The name of a facet. */
type FacetName = (typeof facetNames)[number]

/** A year of the filter; absent for an open end. */
const years = optionalWholeNumber(0, 9999)

/** Filters that narrow a search in addition to its query. Values within one list are alternatives. */
export const searchFilters = z.strictObject({
  year_from: years,
  year_to: years,
  resource_type: listOf(wholeNumber(0, 1_000), 20),
  source: listOf(z.string().max(300), 50),
  subject_code: listOf(z.string().max(50), 50),
  language: listOf(z.string().max(16), 20),
  author: listOf(z.string().max(200), 50),
  keyword: listOf(z.string().max(200), 50),
  is_oa: z.preprocess((value) => (value === '' || value === null ? undefined : value), flag.optional()),
  engine: listOf(z.string().max(32), 10),
  /** `CSSCI:2025`, or `CAS:2025:1`. */
  rank: listOf(z.string().max(64), 20),
  degree: listOf(z.enum(['bachelor', 'master', 'doctor']), 3),
  fund: optionalText(100),
  /** A query that is searched within the results. */
  within: optionalText(2_000),
})

/** A line of the advanced search builder. */
const searchCondition = z.strictObject({
  field: z.string().max(32),
  operator: z.enum(['contains', 'equals', 'prefix', 'range']),
  value: z.string().max(500),
  join: z.enum(['and', 'or', 'not']).default('and'),
})

/** The lines of the advanced search builder, at most 20. */
export const searchConditions = z.array(searchCondition).max(20).default([])

/** The fields that all searches have in common. */
const searchInput = {
  /**
   * A query in the language that docs/design/search.md describes. Queries longer than the parser's limit are cut with a
   * warning.
   */
  query: z.string().max(10_000, '检索式最多 10,000 个字符').default(''),
  conditions: searchConditions,
  filters: searchFilters.prefault({}),
  sort: z.enum(['relevance', 'date', 'citations']).default('relevance'),
  /** Whether words are searched as written, without stemming and translation. */
  exact: z.boolean().default(false),
  /** Whether Chinese and English terms match each other. */
  expand: z.boolean().default(true),
}

/** Calls that search the library and suggest queries. */
export const searchApi = {
  search: {
    method: 'POST',
    path: '/api/paper/search',
    access: 'user',
    summary: 'Searches the library; a malformed query is searched as plain words and says so',
    input: pagedInput({
      ...searchInput,
      facets: flag.default(true),
      /** Whether the query is searched as written even if it has no hits and a likely correction is known. */
      as_written: flag.default(false),
      /** `engine_type` and `index_flag` are the specification's; the search ignores them. */
      engine_type: optionalWholeNumber(0, 1_000),
      index_flag: flag.optional(),
    }),
    output: pageOf(hit).extend({
      facets: z
        .object(
          Object.fromEntries(facetNames.map((name) => [name, facet])) as Record<FacetName, typeof facet>,
        )
        .nullable(),
      /** The hits that the facets count: those with all words, or the partial ones too. */
      facets_of: z.enum(['all', 'partial']),
      parsed_query: z.object({
        /** The query as it was interpreted. */
        text: z.string(),
        warnings: z.array(z.string()),
        expansions: z.array(z.object({ from: z.string(), to: z.array(z.string()) })),
        /** Set where a pasted identifier led directly to its record. */
        identifier: z.string().nullable(),
      }),
      did_you_mean: z.string().nullable(),
      /** The corrected query that was searched because the one as written has no hits; `as_written` prevents this. */
      searched_instead: z.string().nullable(),
      /** The number of hits that lack some of the words; they are listed after the others. */
      total_partial: z.number().int(),
      /** The additional hits that removing one filter would bring. */
      relax: z.array(z.object({ filter: z.string(), count: z.number().int() })),
      took_ms: z.number(),
    }),
  },
  suggest: {
    method: 'GET',
    path: '/api/dict/dictDictSuggestList',
    access: 'user',
    summary: 'Suggestions while typing: titles, keywords, authors, journals, own history',
    input: z.object({
      keyword: z.string().max(200).default(''),
      limit: wholeNumber(1, 50).default(10),
    }),
    output: z.array(
      z.object({
        type: z.enum(['title', 'keyword', 'author', 'journal', 'history']),
        text: z.string(),
        paper_id: id.nullable(),
        /** The authors of a paper, as lists of papers show them. */
        authors: z.array(z.string()),
        year: z.number().int().nullable(),
        /** The number of papers of a keyword, an author or a journal; null where it is not counted. */
        count: z.number().int().nullable(),
      }),
    ),
  },
  engines: {
    method: 'GET',
    path: '/api/paper/engines/list',
    access: 'user',
    summary: 'Where papers can be searched',
    /** The specification's field, which is ignored: all engines are listed. */
    input: z.object({ engine_type: optionalWholeNumber(0, 1_000) }),
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['local', 'federated']),
        available: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
  },
} satisfies Endpoints
