import { z } from 'zod'

/** One thing of a question that narrows where it is answered from; a reader may take it away (`without_chips`). */
const understoodChip = z.object({
  /** `year`: 2020 on, up to, or from to; `not`: what shall not be there; `topic`: what a turn before was about. */
  kind: z.enum(['author', 'year', 'venue', 'type', 'not', 'topic']),
  /** Tells the chips of one kind apart: `2020-`, `-2019`, `2019-2021`, `Percy Liang`. */
  value: z.string(),
  /** What a person reads: 「2020 年以后」. */
  label: z.string(),
})

/** What was made of a question, and what came of it. */
export const understoodQuestion = z.object({
  /** The question as it stands alone: with its mistyped words corrected. */
  text: z.string(),
  chips: z.array(understoodChip),
  /** What was searched where the question does not say it: of a question that follows others, or was mistyped; else null. */
  searched_as: z.string().nullable(),
  /** Words of the question that were taken for others. */
  corrected: z.array(z.object({ from: z.string(), to: z.string() })),
  /** The questions it is made of where it asks several things; else empty. */
  parts: z.array(z.string()),
  /**
   * `answer`: something answers it; `related`: papers are only near it, best shown collapsed; `nothing`: none is; null
   * until that is known, and where a model answers.
   */
  lead: z.enum(['answer', 'related', 'nothing']).nullable(),
  /** Of a question for a list: all papers that match, and how the search page finds them; else null. */
  results: z
    .object({
      total: z.number().int(),
      /** So many of them the answer names. */
      shown: z.number().int(),
      query: z.string(),
      filters: z.object({
        year_from: z.number().int().optional(),
        year_to: z.number().int().optional(),
        author: z.array(z.string()).optional(),
        source: z.array(z.string()).optional(),
        resource_type: z.array(z.number().int()).optional(),
      }),
    })
    .nullable(),
})

export type UnderstoodQuestion = z.output<typeof understoodQuestion>
export type UnderstoodChip = z.output<typeof understoodChip>

/** How a chip that was taken away is named in `without_chips`. */
export const chipKey = ({ kind, value }: Pick<UnderstoodChip, 'kind' | 'value'>): string => `${kind}:${value}`
