import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noOutput, time } from './shapes.ts'

/** The path of all calls below; the method distinguishes them. */
const path = '/api/dataset/{dataset_id}/saved_search'

/** A saved search and its last run. */
const savedSearch = z.object({
  query: z.string(),
  /** The number of documents up to which the search fills the dataset. */
  most: z.number().int(),
  /** The number of papers that the search has added so far. */
  added: z.number().int(),
  /** The time of the last run; null before the first one. */
  checked_at: time.nullable(),
  /** Why the last run failed, in Chinese; null when it did not. */
  error: z.string().nullable(),
})

/** Calls about the saved search that keeps a public knowledge base up to date. */
export const datasetSearchApi = {
  savedSearch: {
    method: 'GET',
    path,
    access: 'operator',
    summary: 'The search that keeps a public knowledge base up to date; null where there is none',
    input: z.object({ dataset_id: id }),
    output: savedSearch.nullable(),
    extra: true,
  },
  saveSearch: {
    method: 'PUT',
    path,
    access: 'operator',
    summary:
      'Fills a public knowledge base with what a search finds now, and with what comes later; looked at every hour',
    input: z.object({
      dataset_id: id,
      query: z.string().trim().min(1, '请填写检索式').max(2_000, '检索式最长 2,000 字'),
      most: z.number().int().min(1).max(20_000).default(2_000),
    }),
    output: savedSearch,
    extra: true,
  },
  removeSearch: {
    method: 'DELETE',
    path,
    access: 'operator',
    summary: 'Ends the search of a knowledge base; what it has added stays',
    input: z.object({ dataset_id: id }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
