import { z } from 'zod'
import { documentWithPaper } from './document.ts'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { readableInput } from './reading.ts'
import { flag, id, listOf, noOutput, optionalText, pagedInput, pageOf, time } from './shapes.ts'

/** A search that the caller made. */
const logEntry = z.object({
  id,
  query: z.string(),
  filters: z.record(z.string(), z.json()),
  kind: z.string(),
  total: z.number().int(),
  created_at: time,
})

/** What a deletion concerns: the entries of `ids`, or `all`. */
const idSelection = z.object({ ids: listOf(id, 500), all: flag.default(false) })

/** Calls about the papers and documents that the caller has viewed. For the flags of a call see `Endpoint`. */
export const viewsApi = {
  logView: {
    method: 'POST',
    path: '/api/user/log/logViewPaper',
    access: 'user',
    summary: 'Remembers that the caller looked at a paper, or at a document of a dataset',
    input: readableInput({ seconds: z.number().int().min(0).max(86_400).default(0) }),
    output: noOutput,
  },
  views: {
    method: 'GET',
    path: '/api/user/log/listUserPaper',
    access: 'user',
    summary:
      'Papers the caller looked at, and with `files` documents that are no papers; newest first, each once',
    input: pagedInput({ keyword: optionalText(200), files: flag.default(false) }),
    output: pageOf(
      z.object({
        /** Null for a document. */
        paper: paper.nullable(),
        /** Null for a paper. */
        document: documentWithPaper.nullable(),
        viewed_at: time,
        views: z.number().int(),
        seconds: z.number().int(),
      }),
    ),
  },
  removeViews: {
    method: 'DELETE',
    path: '/api/user/log',
    access: 'user',
    summary: 'Forgets views: `ids` are papers and documents',
    input: idSelection,
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints

/** Calls about the searches that the caller has made. For the flags of a call see `Endpoint`. */
export const searchHistoryApi = {
  addSearch: {
    method: 'POST',
    path: '/api/search_log/add',
    access: 'user',
    summary: 'Remembers a search; the same one within ten minutes is one row',
    input: z.object({
      query: z.string().trim().min(1, '请填写检索词').max(2_000),
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
    input: idSelection,
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
