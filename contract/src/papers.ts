import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { flag, id, listOf, noInput, nothing, optionalText, pagedInput, pageOf, time } from './shapes.ts'
import { work } from './work.ts'

/** A paper of the library: its record, what is derived from it, and what the caller did with it. */
export const paper = work.extend({
  id,
  /** The creators as one line, and their short names one by one: what the citation formats print. */
  authors: z.string(),
  authors_short: z.array(z.string()),
  journal_id: id.nullable(),
  /** Where it came from: `local`, or an outside engine. */
  engine: z.string(),
  /** Papers of this library that cite it. */
  cited_by_count: z.number().int(),
  /** Other versions of the same work, such as its preprint. */
  versions: z.array(
    z.object({ id, title: z.string(), publish_date: z.string().nullable(), label: z.string() }),
  ),
  /** Marks of the journal's rank lists, such as `CSSCI 2025`. */
  ranks: z.array(z.object({ list: z.string(), year: z.number().int(), value: z.string() })),
  /** From the starter library: 「入门文献」. */
  is_starter: z.boolean(),
  updated_at: time,
  viewed: z.boolean(),
  dataset_ids: z.array(id),
})

/** A place in a field's text, in UTF-16 code units; `index` counts the entries of a list field. */
const highlight = z.object({
  field: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  index: z.number().int().optional(),
})

const hit = paper.extend({ score: z.number(), highlights: z.array(highlight) })

/** One value of a facet; `label` is what a person reads. */
const facetValue = z.object({ value: z.string(), label: z.string(), count: z.number().int() })
const facet = z.object({ list: z.array(facetValue), more: z.boolean() })

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

const years = z.coerce.number<number>().int().min(0).max(9999).optional()

/** What narrows a search besides its words. Values inside one list are alternatives. */
export const searchFilters = z.object({
  year_from: years,
  year_to: years,
  resource_type: listOf(z.coerce.number<number>().int(), 20),
  source: listOf(z.string().max(300), 50),
  subject_code: listOf(z.string().max(8), 50),
  language: listOf(z.string().max(16), 20),
  author: listOf(z.string().max(200), 50),
  keyword: listOf(z.string().max(200), 50),
  is_oa: z.preprocess((value) => (value === '' || value === null ? undefined : value), flag.optional()),
  engine: listOf(z.string().max(32), 10),
  /** `CSSCI:2025`, or `CAS:2025:1`. */
  rank: listOf(z.string().max(64), 20),
  degree: listOf(z.enum(['bachelor', 'master', 'doctor']), 3),
  fund: optionalText(100),
  /** Searched inside the results. */
  within: optionalText(2_000),
})

/** One line of the advanced search builder. */
const searchCondition = z.object({
  field: z.string().max(32),
  operator: z.enum(['contains', 'equals', 'prefix', 'range']),
  value: z.string().max(500),
  join: z.enum(['and', 'or', 'not']).default('and'),
})

export const searchConditions = z.array(searchCondition).max(20).default([])

const searchInput = {
  /** See docs/search.md for the language. Longer ones are cut with a warning, never refused. */
  query: z.string().max(100_000).default(''),
  conditions: searchConditions,
  filters: searchFilters.prefault({}),
  sort: z.enum(['relevance', 'date', 'citations']).default('relevance'),
  /** Exact: words as written, without stems and translations. */
  exact: z.boolean().default(false),
  /** Chinese and English terms find each other. */
  expand: z.boolean().default(true),
}

const paperId = z.object({ paper_id: id })
const paperIds = z.array(id).min(1).max(200)

/** Why a paper is shown next to another, or recommended. */
const likeness = z.object({
  shared_keywords: z.array(z.string()),
  shared_authors: z.array(z.string()),
  cites: z.boolean(),
  cited_by: z.boolean(),
  /** 0–1. */
  similarity: z.number(),
})

const rank = z.object({
  list: z.string(),
  year: z.number().int(),
  category: z.string().nullable(),
  value: z.string(),
  top: z.boolean(),
})

const journal = z.object({
  id,
  title: z.string(),
  title_zh: z.string().nullable(),
  issn: z.string().nullable(),
  eissn: z.string().nullable(),
  publisher: z.string().nullable(),
  country: z.string().nullable(),
  homepage: z.string().nullable(),
  subject_codes: z.array(z.string()),
  esi_subject: z.string().nullable(),
  ranks: z.array(rank),
  paper_count: z.number().int(),
  /** Citations a paper; null without papers. */
  citation_mean: z.number().nullable(),
  year_counts: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
})

export interface JournalClass {
  code: string
  name: string
  /** Journals in this class and below. */
  count: number
  children: JournalClass[]
}
const journalClass: z.ZodType<JournalClass> = z.lazy(() =>
  z.object({ code: z.string(), name: z.string(), count: z.number().int(), children: z.array(journalClass) }),
)

const logEntry = z.object({
  id,
  query: z.string(),
  filters: z.record(z.string(), z.json()),
  kind: z.string(),
  total: z.number().int(),
  created_at: time,
})

const ids = z.object({ ids: listOf(id, 500), all: flag.default(false) })

export const papersApi = {
  search: {
    method: 'POST',
    path: '/api/paper/search',
    access: 'user',
    summary: 'Searches the library; a malformed query is searched as plain words and says so',
    input: pagedInput({
      ...searchInput,
      facets: flag.default(true),
      engine_type: z.coerce.number<number>().int().optional(),
      index_flag: flag.optional(),
    }),
    output: pageOf(hit).extend({
      facets: z
        .object(
          Object.fromEntries(facetNames.map((name) => [name, facet])) as Record<FacetName, typeof facet>,
        )
        .nullable(),
      /** Which hits the facets count: those of all words, or the partial ones too. */
      facets_of: z.enum(['all', 'partial']),
      parsed_query: z.object({
        /** The query as it was understood. */
        text: z.string(),
        warnings: z.array(z.string()),
        expansions: z.array(z.object({ from: z.string(), to: z.array(z.string()) })),
        /** Set where a pasted identifier went straight to its record. */
        identifier: z.string().nullable(),
      }),
      did_you_mean: z.string().nullable(),
      /** Hits that lack some of the words, listed after the others. */
      total_partial: z.number().int(),
      /** What leaving out one filter would add. */
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
      limit: z.coerce.number<number>().int().min(1).max(50).default(10),
    }),
    output: z.array(
      z.object({
        type: z.enum(['title', 'keyword', 'author', 'journal', 'history']),
        text: z.string(),
        paper_id: id.nullable(),
      }),
    ),
  },
  engines: {
    method: 'GET',
    path: '/api/paper/engines/list',
    access: 'user',
    summary: 'Where papers can be searched',
    input: z.object({ engine_type: z.coerce.number<number>().int().optional() }),
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
  byIds: {
    method: 'POST',
    path: '/api/paper/list_by_id',
    access: 'user',
    summary: 'Papers in the given order',
    input: z.object({ paper_id_list: paperIds }),
    output: z.object({ list: z.array(paper), missing: z.array(id) }),
  },
  related: {
    method: 'POST',
    path: '/api/paper/related',
    access: 'user',
    summary: 'Papers like one paper, each with its reason',
    input: paperId.extend({ page_size: z.coerce.number<number>().int().min(1).max(50).default(10) }),
    output: z.array(paper.extend({ reason: likeness })),
  },
  interests: {
    method: 'POST',
    path: '/api/paper/related_reasearch_interests',
    access: 'user',
    summary: 'Terms that stand out in the hits against the whole library',
    input: z
      .object({ query: z.string().max(2_000).default(''), paper_id_list: listOf(id, 200) })
      .refine(({ query, paper_id_list }) => query.trim() !== '' || paper_id_list.length > 0, {
        path: ['query'],
        message: '请给出检索词或文献',
      }),
    output: z.array(
      z.object({
        term: z.string(),
        count: z.number().int(),
        /** Recent years against earlier ones; 1 is no change. */
        growth: z.number(),
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
    output: nothing,
    extra: true,
  },
  logView: {
    method: 'POST',
    path: '/api/user/log/logViewPaper',
    access: 'user',
    summary: 'Remembers that the caller looked at a paper',
    input: paperId.extend({ seconds: z.number().int().min(0).max(86_400).default(0) }),
    output: nothing,
  },
  views: {
    method: 'GET',
    path: '/api/user/log/listUserPaper',
    access: 'user',
    summary: 'Papers the caller looked at, newest first, one row a paper',
    input: pagedInput({ keyword: optionalText(200) }),
    output: pageOf(z.object({ paper, viewed_at: time, views: z.number().int(), seconds: z.number().int() })),
  },
  removeViews: {
    method: 'DELETE',
    path: '/api/user/log',
    access: 'user',
    summary: 'Forgets views: `ids` are papers',
    input: ids,
    output: nothing,
    extra: true,
  },
  addSearch: {
    method: 'POST',
    path: '/api/search_log/add',
    access: 'user',
    summary: 'Remembers a search; the same one within ten minutes is one row',
    input: z.object({
      query: z.string().max(2_000).default(''),
      filters: z.record(z.string().max(64), z.json()).default({}),
      kind: z.string().max(32).default('paper'),
      total: z.number().int().min(0).default(0),
    }),
    output: z.object({ id }),
  },
  searches: {
    method: 'GET',
    path: '/api/search_log/list',
    access: 'user',
    summary: "The caller's searches, newest first",
    input: pagedInput({ keyword: optionalText(200) }),
    output: pageOf(logEntry),
    extra: true,
  },
  removeSearches: {
    method: 'DELETE',
    path: '/api/search_log',
    access: 'user',
    summary: 'Forgets searches',
    input: ids,
    output: nothing,
    extra: true,
  },
  references: {
    method: 'GET',
    path: '/api/paper/references/{paper_id}',
    access: 'user',
    summary: 'Papers of the library that this one cites, and how many it cites in all',
    input: pagedInput({ paper_id: id }),
    output: pageOf(paper).extend({ all: z.number().int() }),
    extra: true,
  },
  citedBy: {
    method: 'GET',
    path: '/api/paper/cited_by/{paper_id}',
    access: 'user',
    summary: 'Papers of the library that cite this one, newest first',
    input: pagedInput({ paper_id: id }),
    output: pageOf(paper),
    extra: true,
  },
  journalClasses: {
    method: 'GET',
    path: '/api/journal/classify',
    access: 'user',
    menu: '/resources',
    summary: 'Classification trees of journals with counts',
    input: noInput,
    output: z.array(
      z.object({ id: z.enum(['jyb', 'esi', 'clc']), name: z.string(), children: z.array(journalClass) }),
    ),
  },
  journals: {
    method: 'POST',
    path: '/api/journal/search',
    access: 'user',
    summary: 'Journals by title or ISSN',
    input: pagedInput({
      query: z.string().max(300).default(''),
      /** `jyb:0812`, `esi:Chemistry`, `clc:TP`. */
      class_code: optionalText(64),
      /** First letter of the title, in pinyin for Chinese. */
      letter: z.preprocess(
        (value) => value || undefined,
        z
          .string()
          .regex(/^[A-Za-z#]$/, '请给出一个字母')
          .optional(),
      ),
      sort: z.enum(['papers', 'title', 'citations']).default('papers'),
    }),
    output: pageOf(journal),
  },
} satisfies Endpoints

type FacetName = (typeof facetNames)[number]
