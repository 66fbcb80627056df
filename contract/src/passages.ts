import { z } from 'zod'
import { box } from './answers.ts'
import type { Endpoints } from './endpoint.ts'
import { id, listOf } from './shapes.ts'

const textSpan = z.object({ start: z.number().int(), end: z.number().int() })

/** A passage that an answer would be made from. */
const passageHit = z.object({
  passage_id: z.string(),
  /** `abstract`: the record of a paper; the others are kinds of text in a file. */
  kind: z.enum(['abstract', 'text', 'table', 'code']),
  /** Null for the record of a paper. */
  document_id: id.nullable(),
  document_name: z.string().nullable(),
  dataset_id: id.nullable(),
  dataset_name: z.string().nullable(),
  /** What was read of the document, in which `page` and `boxes` count. */
  parse_id: id.nullable(),
  /** The library's paper, where it is one. */
  paper_id: id.nullable(),
  title: z.string(),
  /** Headings above it, the outermost first. */
  heading_path: z.array(z.string()),
  text: z.string(),
  /** What of the text was asked for: offsets in it, UTF-16. */
  highlights: z.array(textSpan),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  /** Higher is better; comparable within one answer only. */
  score: z.number(),
  /** Why it was found. */
  why: z.object({
    /** Words of the question that it says, in itself, in its headings or in its title. */
    said: z.array(z.string()),
    missing: z.array(z.string()),
    /** How much of what is asked it says, by how telling each word is: 0–1. */
    share: z.number(),
    /** Whether it says enough to be quoted as an answer. */
    answers: z.boolean(),
  }),
})

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
        /** Left out, with no other ids: everything the caller may read. Folders and tags are those of the one dataset that is named. */
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
      /** What was searched of the question. */
      query: z.string(),
      list: z.array(passageHit),
      took_ms: z.number(),
    }),
    extra: true,
  },
} satisfies Endpoints
