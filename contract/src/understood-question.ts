import { z } from 'zod'

/**
 * A constraint recognized in a question that narrows where the answer is taken from; the reader may remove it
 * (`without_chips`).
 */
const understoodChip = z.object({
  /** `year`: from 2020, until a year, or a range; `not`: something excluded; `topic`: the topic of an earlier turn. */
  kind: z.enum(['author', 'year', 'venue', 'type', 'not', 'topic']),
  /** Distinguishes chips of one kind: `2020-`, `-2019`, `2019-2021`, `Percy Liang`. */
  value: z.string(),
  /** The displayed text: 「2020 年以后」. */
  label: z.string(),
})

/** The interpretation of a question and its outcome. */
export const understoodQuestion = z.object({
  /** The question as a self-contained sentence, with typing errors corrected. */
  text: z.string(),
  chips: z.array(understoodChip),
  /** The searched text, where it differs from the question because that is a follow-up or mistyped; null otherwise. */
  searched_as: z.string().nullable(),
  /** Words of the question that were replaced as typing errors. */
  corrected: z.array(z.object({ from: z.string(), to: z.string() })),
  /** The single questions of a compound question; empty otherwise. */
  parts: z.array(z.string()),
  /**
   * `answer`: something answers the question; `related`: papers are only related, best shown collapsed; `nothing`: no
   * paper is. Null until this is known, and where a model answers.
   */
  lead: z.enum(['answer', 'related', 'nothing']).nullable(),
  /** For a question that asks for a list: all matching papers, and how the search page finds them; null otherwise. */
  results: z
    .object({
      total: z.number().int(),
      /** The number of papers that the answer names. */
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

/** The interpretation of a question. */
export type UnderstoodQuestion = z.output<typeof understoodQuestion>
/** A constraint recognized in a question. */
export type UnderstoodChip = z.output<typeof understoodChip>

/** Returns the name of a removed chip as `without_chips` expects it. */
export const chipKey = ({ kind, value }: Pick<UnderstoodChip, 'kind' | 'value'>): string => `${kind}:${value}`
