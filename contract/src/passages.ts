import { z } from 'zod'
import { box } from './answers.ts'
import type { Endpoints } from './endpoint.ts'
import { id, listOf } from './shapes.ts'

/** A range of a text in UTF-16 units; `end` is exclusive. */
const textSpan = z.object({ start: z.number().int(), end: z.number().int() })

/** A passage from which an answer would be built. */
const passageHit = z.object({
  passage_id: z.string(),
  /** `abstract`: the record of a paper; the others are kinds of text in a file. */
  kind: z.enum(['abstract', 'text', 'table', 'code']),
  /** Null for the record of a paper. */
  document_id: id.nullable(),
  document_name: z.string().nullable(),
  dataset_id: id.nullable(),
  dataset_name: z.string().nullable(),
  /** The parse of the document to which `page` and `boxes` refer. */
  parse_id: id.nullable(),
  /** The paper of the library, where the document is one. */
  paper_id: id.nullable(),
  title: z.string(),
  /** The headings above the passage, outermost first. */
  heading_path: z.array(z.string()),
  text: z.string(),
  /** Ranges of the text that match the query, as UTF-16 offsets in it. */
  highlights: z.array(textSpan),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  /** Higher is better; scores are comparable within one response only. */
  score: z.number(),
  /** Why the passage was found. */
  why: z.object({
    /** Words of the query that the passage, its headings or its title contain. */
    said: z.array(z.string()),
    missing: z.array(z.string()),
    /** The share of the query that the passage covers, words weighted by how specific they are: 0–1. */
    share: z.number(),
    /** Whether the passage covers enough to be quoted as an answer. */
    answers: z.boolean(),
  }),
})

/** Calls that show the passages behind an answer. For the flags of a call see `Endpoint`. */
export const passagesApi = {
  hitTest: {
    method: 'POST',
    path: '/api/dataset/hit_test',
    access: 'user',
    expensive: true,
    summary: 'Passages that an answer to a question would rest on, found as chats find them, best first',
    input: z
      .object({
        query: z.string().trim().min(1, '请输入要检索的内容').max(2_000, '最长 2,000 字'),
        /** With no ids at all: everything the caller may read. Folders and tags belong to the single dataset given. */
        dataset_ids: listOf(id, 100),
        document_ids: listOf(id, 100),
        folder_ids: listOf(id, 50),
        tag_ids: listOf(id, 50),
        size: z.number().int().min(1).max(40).default(10),
      })
      .superRefine(({ dataset_ids, folder_ids, tag_ids }, ctx) => {
        if (folder_ids.length + tag_ids.length > 0 && dataset_ids.length !== 1)
          ctx.addIssue({ code: 'custom', path: ['dataset_ids'], message: '请说明是哪一个知识库' })
      }),
    output: z.object({
      /** The part of the query that was searched for. */
      query: z.string(),
      list: z.array(passageHit),
      took_ms: z.number(),
    }),
    extra: true,
  },
} satisfies Endpoints
