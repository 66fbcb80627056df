import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, listOf, optionalText } from './shapes.ts'

const MAX_TEXT_CHARS = 8_000

/** Calls that translate papers and texts. */
export const translateApi = {
  paper: {
    method: 'POST',
    path: '/api/paper/translate',
    access: 'user',
    summary:
      'A paper or a text in the other language; a paper is kept, so that the second time costs nothing',
    input: z
      .object({
        paper_id: id.optional(),
        fields: listOf(z.enum(['title', 'abstract']), 2),
        text: optionalText(MAX_TEXT_CHARS),
        target: z.enum(['zh', 'en']),
      })
      .refine(({ paper_id, text }) => (paper_id === undefined) !== (text === undefined), {
        path: ['paper_id'],
        message: '请给出一篇文献或一段文字',
      }),
    /** Fields that were not requested, or that the paper lacks, are null. */
    output: z.object({
      target: z.enum(['zh', 'en']),
      title: z.string().nullable(),
      abstract: z.string().nullable(),
      text: z.string().nullable(),
      /** The model that translated; null where the record itself has that language. */
      model: z.string().nullable(),
    }),
  },
} satisfies Endpoints
