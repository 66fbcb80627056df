import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { emptyAsAbsent, listOf, noInput, optionalText, pagedInput, pageOf } from './shapes.ts'

/** Who can read a literature database: everybody, members of subscribing institutions, or registered users. */
export const resourceAccess = ['open', 'subscription', 'registration'] as const

const resourceId = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/, '没有这个数据库')

const resource = z.object({
  id: resourceId,
  class_id: z.string(),
  name: z.string(),
  description: z.string(),
  access: z.enum(resourceAccess),
  url: z.url(),
})

/** Calls about literature databases. For the flags of a call see `Endpoint`. */
export const resourcesApi = {
  classes: {
    method: 'GET',
    path: '/api/yunzhou_db/classify',
    access: 'user',
    menu: '/resources',
    summary: 'Categories of literature databases, with how many there are in each',
    input: noInput,
    output: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
  },
  list: {
    method: 'GET',
    path: '/api/yunzhou_db/list/wx',
    access: 'user',
    menu: '/resources',
    summary: 'Literature databases with what they are, how they are read, and where',
    input: pagedInput({
      class_id: optionalText(40),
      keyword: optionalText(100),
      access: emptyAsAbsent(z.enum(resourceAccess).optional()),
      /** Only these databases; used for favourites. */
      ids: listOf(resourceId, 300),
    }),
    output: pageOf(resource),
  },
} satisfies Endpoints
