import { z } from 'zod'
import { stripInvisible } from '../../language/text/clean.ts'

// Maximum lengths of the texts of a model, in UTF-16 units; longer ones are cut.
const MAX_CELL_CHARS = 300
const MAX_TEXT_CHARS = 400
const MAX_TITLE_CHARS = 80

/** Text on one line, cut to its first characters; '' for a value that is no text. */
const textShape = (maxChars: number) =>
  z
    .string()
    .transform((text) => stripInvisible(text).replace(/\s+/g, ' ').trim().slice(0, maxChars))
    .catch('')

/** Ids of works in the prompt, `E3`. */
const worksShape = z.array(z.coerce.string()).catch([])

/** The answer of the model. Only the outline is required: parts that are missing or malformed become empty. */
export const synthesisShape = z.object({
  table: z
    .object({
      label: textShape(MAX_TITLE_CHARS),
      dimensions: z.array(textShape(MAX_TITLE_CHARS)).catch([]),
      rows: z
        .array(
          z.object({
            label: textShape(MAX_TITLE_CHARS),
            cells: z.array(textShape(MAX_CELL_CHARS)).catch([]),
          }),
        )
        .catch([]),
    })
    .catch({ label: '', dimensions: [], rows: [] }),
  figure: z
    .object({
      kind: z.enum(['timeline', 'taxonomy']),
      groups: z.array(
        z.object({ label: textShape(MAX_TITLE_CHARS), items: z.array(textShape(MAX_CELL_CHARS)).catch([]) }),
      ),
    })
    .nullable()
    .catch(null),
  agreements: z.array(z.object({ point: textShape(MAX_TEXT_CHARS), works: worksShape })).catch([]),
  disagreements: z
    .array(
      z.object({
        point: textShape(MAX_TEXT_CHARS),
        sides: z.array(z.object({ view: textShape(MAX_TEXT_CHARS), works: worksShape })).catch([]),
        why: textShape(MAX_TEXT_CHARS),
      }),
    )
    .catch([]),
  gaps: z.array(textShape(MAX_TEXT_CHARS)).catch([]),
  outline: z.array(
    z.object({ title: textShape(MAX_TITLE_CHARS), purpose: textShape(MAX_TEXT_CHARS), works: worksShape }),
  ),
})
