import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, listOf, noOutput, pagedInput, time } from './shapes.ts'

/** Subjects of notices. */
const noticeKinds = ['project', 'research', 'import', 'document', 'dataset', 'papers', 'retraction'] as const

const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  /** One sentence, in Chinese. */
  text: z.string(),
  /** The route in the product, with its query, that the notice opens; null where there is nothing to open. */
  route: z.string().nullable(),
  /** Further places that the text names, each with its route; empty where there are none besides `route`. */
  places: z.array(z.object({ name: z.string(), route: z.string() })),
  created_at: time,
  is_read: z.boolean(),
})

/** Calls about the caller's notices. For the flags of a call see `Endpoint`. */
export const noticesApi = {
  list: {
    method: 'GET',
    path: '/api/notice/list',
    access: 'user',
    summary: 'What happened to the caller while they did something else, newest first',
    input: pagedInput({}),
    output: z.object({
      list: z.array(notice),
      total: z.number().int(),
      unread: z.number().int(),
      page_num: z.number().int(),
      page_size: z.number().int(),
    }),
    extra: true,
  },
  read: {
    method: 'POST',
    path: '/api/notice/read',
    access: 'user',
    summary: 'Marks notices as read; without ids all of them',
    input: z.object({ ids: listOf(id, 200) }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
