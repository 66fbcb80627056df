import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { searchApi, searchFilters } from './search.ts'
import { id, listOf, pagedInput, pageOf } from './shapes.ts'

/** Where a combined search can look: the library itself and the outside engines. */
export const engineIds = ['local', 'openalex', 'crossref', 'arxiv', 'semantic_scholar', 'pubmed'] as const

export const engineId = z.enum(engineIds)
export type EngineId = z.output<typeof engineId>

/**
 * A hit as the library's own search shows it, wherever it was found. `paper_id` is null where the library does not have
 * the paper; `key` is what `keep` takes it by.
 */
const combinedHit = searchApi.search.output.shape.list.element.omit({ id: true }).extend({
  key: z.string(),
  paper_id: id.nullable(),
  /** Who found it, in the order of the engines asked. */
  engines: z.array(engineId),
})

/** What a short list shows of a work, whoever has it. */
export const listedFields = {
  title: true,
  title_zh: true,
  authors_short: true,
  publish_date: true,
  basic_sourcename: true,
  source_name: true,
  resource_type: true,
  language: true,
  status: true,
} as const

/** What a list shows of a work that the library lacks. */
export const outsideWork = combinedHit.pick({
  ...listedFields,
  key: true,
  doi: true,
  url: true,
  engines: true,
})

/** How one engine did. */
export const engineState = z.object({
  id: engineId,
  name: z.string(),
  /** `slow`: gave no answer in time. `failed`: refused, failed, or could not be reached. */
  state: z.enum(['ok', 'slow', 'failed']),
  /** Hits it gave to this list, before duplicates were merged. */
  count: z.number().int(),
  /** Hits it has in all, as it says. */
  total: z.number().int(),
  took_ms: z.number(),
  /** What happened and what to do, in Chinese; null where nothing is to be said. */
  message: z.string().nullable(),
})

const MAX_KEY_CHARS = 64
const MAX_KEYS = 100

export const combineApi = {
  search: {
    method: 'POST',
    path: '/api/combine/search',
    access: 'user',
    summary: 'One list merged from the library and the outside engines, each with its state',
    input: pagedInput({
      query: z.string().trim().min(1, '请输入检索词').max(2_000, '检索词过长'),
      /** Left out: the library and every engine that is available. */
      engines: listOf(engineId, engineIds.length),
      filters: searchFilters.prefault({}),
    }),
    /** `total` is what can be paged through; at most the first 500. */
    output: pageOf(combinedHit).extend({
      engines: z.array(engineState),
      /** Hits that turned out to be one with another, of how many that came. */
      merged: z.object({ duplicates: z.number().int(), of: z.number().int() }),
      took_ms: z.number(),
    }),
  },
  keep: {
    method: 'POST',
    path: '/api/combine/keep',
    access: 'user',
    summary: 'Takes found papers into the library, by the keys of their hits',
    input: z.object({
      keys: listOf(z.string().max(MAX_KEY_CHARS), MAX_KEYS).refine((keys) => keys.length > 0, '请选择文献'),
    }),
    output: z.object({
      /** The library's id of each key, in the order of the keys. */
      papers: z.array(z.object({ key: z.string(), paper_id: id })),
      /** Papers that the library did not have. */
      added: z.number().int(),
    }),
    extra: true,
  },
} satisfies Endpoints
