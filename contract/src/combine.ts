import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { searchApi, searchFilters } from './search.ts'
import { id, listOf, pagedInput, pageOf } from './shapes.ts'

/** The places a combined search can look in: the library itself and the outside engines. */
export const engineIds = ['local', 'openalex', 'crossref', 'arxiv', 'semantic_scholar', 'pubmed'] as const

/** The id of a search engine. */
export const engineId = z.enum(engineIds)
/** The id of a search engine. */
export type EngineId = z.output<typeof engineId>

/**
 * A hit of a combined search, in the shape of the library's own search. `paper_id` is null where the library does not
 * have the paper; `keep` identifies a hit by its `key`.
 */
const combinedHit = searchApi.search.output.shape.list.element.omit({ id: true }).extend({
  key: z.string(),
  paper_id: id.nullable(),
  /** The engines that found it, in the order of the requested engines. */
  engines: z.array(engineId),
})

/** The fields of a work that a short list shows, whether or not the library has it. */
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
  status_notice: true,
} as const

/** A work that the library lacks, with the fields that a list shows. */
export const outsideWork = combinedHit.pick({
  ...listedFields,
  key: true,
  doi: true,
  url: true,
  engines: true,
})

/** The result of one engine. */
export const engineState = z.object({
  id: engineId,
  name: z.string(),
  /** `slow`: no answer in time. `failed`: the engine refused, failed, or could not be reached. */
  state: z.enum(['ok', 'slow', 'failed']),
  /** Hits that the engine contributed to this list, before duplicates were merged. */
  count: z.number().int(),
  /** Total number of hits that the engine reports. */
  total: z.number().int(),
  took_ms: z.number(),
  /** What happened and what to do, in Chinese; null where there is nothing to report. */
  message: z.string().nullable(),
})

/** Largest length of the key of a hit; keys are opaque. */
const MAX_KEY_CHARS = 64
/** Largest number of papers that are taken into the library at once. */
const MAX_KEYS = 100

/** Calls that search the library and outside engines at once. For the flags of a call see `Endpoint`. */
export const combineApi = {
  search: {
    method: 'POST',
    path: '/api/combine/search',
    access: 'user',
    summary: 'One list merged from the library and the outside engines, each with its state',
    input: pagedInput({
      query: z.string().trim().min(1, '请输入检索词').max(2_000, '检索词过长'),
      /** Absent: the library and every available engine. */
      engines: listOf(engineId, engineIds.length),
      filters: searchFilters.prefault({}),
    }),
    /** `total` is the number of hits that can be paged through, at most 500. */
    output: pageOf(combinedHit).extend({
      engines: z.array(engineState),
      /** `duplicates` hits were merged into others, out of the `of` hits that the engines returned. */
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
      /** The number of papers that the library did not have. */
      added: z.number().int(),
    }),
    extra: true,
  },
} satisfies Endpoints
