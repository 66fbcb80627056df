import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noOutput, time } from './shapes.ts'

// A public knowledge base is a dataset of kind `ai`. The papers that its search finds become documents of it.

/** The path of all calls below; the method distinguishes them. */
const path = '/api/dataset/{dataset_id}/saved_search'

/** The saved search of a public knowledge base and its last run. */
const savedSearch = z.object({
  query: z.string(),
  /** The search adds papers until the knowledge base has this many documents, those from elsewhere included. */
  most: z.number().int(),
  /** The number of papers that the search has added so far. */
  added: z.number().int(),
  /** The time of the last run; null before the first one. */
  checked_at: time.nullable(),
  /** Why the last run failed, in Chinese; null when it did not. */
  error: z.string().nullable(),
})

/**
 * Calls about the saved search that keeps a public knowledge base up to date; there is at most one for each. `extra`
 * marks calls that are not in the specification's list.
 */
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
      'Fills a public knowledge base with the papers that a search finds; repeated every hour for new papers',
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
    summary: 'Removes the search of a public knowledge base; the papers that it has added stay',
    input: z.object({ dataset_id: id }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
