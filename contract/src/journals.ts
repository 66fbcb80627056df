import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { emptyAsAbsent, id, noInput, optionalText, pagedInput, pageOf } from './shapes.ts'

/** An entry of a journal in one rank list of one year. */
const rank = z.object({
  list: z.string(),
  year: z.number().int(),
  category: z.string().nullable(),
  value: z.string(),
  top: z.boolean(),
})

/** A journal of the library. */
const journal = z.object({
  id,
  title: z.string(),
  title_zh: z.string().nullable(),
  issn: z.string().nullable(),
  eissn: z.string().nullable(),
  publisher: z.string().nullable(),
  country: z.string().nullable(),
  homepage: z.string().nullable(),
  subject_codes: z.array(z.string()),
  esi_subject: z.string().nullable(),
  ranks: z.array(rank),
  paper_count: z.number().int(),
  /** Mean number of citations per paper; null without papers. */
  citation_mean: z.number().nullable(),
  year_counts: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
})

/** A node of a classification tree of journals. */
export interface JournalClass {
  code: string
  name: string
  /** The number of journals in this class and below. */
  count: number
  children: JournalClass[]
}
/** A class of journals with the classes in it. */
const journalClass: z.ZodType<JournalClass> = z.lazy(() =>
  z.object({ code: z.string(), name: z.string(), count: z.number().int(), children: z.array(journalClass) }),
)

/** Calls about journals. For the flags of a call see `Endpoint`. */
export const journalsApi = {
  journalClasses: {
    method: 'GET',
    path: '/api/journal/classify',
    access: 'user',
    menu: '/resources',
    summary: 'Classification trees of journals with counts',
    input: noInput,
    output: z.array(
      z.object({ id: z.enum(['jyb', 'esi', 'clc']), name: z.string(), children: z.array(journalClass) }),
    ),
  },
  journals: {
    method: 'POST',
    path: '/api/journal/search',
    access: 'user',
    summary: 'Journals by title or ISSN',
    input: pagedInput({
      query: z.string().max(300).default(''),
      /** `jyb:0812`, `esi:Chemistry` or `clc:TP`. */
      class_code: optionalText(64),
      /** The first letter of the title; of its pinyin for a Chinese title. */
      letter: emptyAsAbsent(
        z
          .string()
          .regex(/^[A-Za-z#]$/, '请给出一个字母')
          .optional(),
      ),
      sort: z.enum(['papers', 'title', 'citations']).default('papers'),
    }),
    output: pageOf(journal),
  },
} satisfies Endpoints
