import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id } from './shapes.ts'

const languages = ['zh', 'en'] as const

export const translateApi = {
  paper: {
    method: 'POST',
    path: '/api/paper/translate',
    access: 'user',
    summary: 'A title or an abstract in another language; kept, so that the second time costs nothing',
    input: z.object({
      paper_id: id,
      field: z.enum(['title', 'abstract']).default('abstract'),
      /** Into which language; left out: into the other one of Chinese and English. */
      language: z.enum(languages).optional(),
    }),
    output: z.object({
      paper_id: id,
      field: z.enum(['title', 'abstract']),
      language: z.enum(languages),
      text: z.string(),
      /** Who translated: a model, or `null` where the record itself has this language. */
      model: z.string().nullable(),
    }),
  },
} satisfies Endpoints
