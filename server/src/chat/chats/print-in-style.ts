import type { Citation } from '@scinav/contract'
import { printCited } from '../../citation/suggest/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { PrintableAnswer } from './printable-answer.ts'
import type { AnswerFormat } from './write-answer.ts'

/** A source of a text, which cites it as `[n]`. */
interface NumberedSource {
  n: number
  paper_id: string | null
  /** Its entry without number, which is printed when the library does not have the paper. */
  text: string
  /** What is printed after its entry. */
  note?: string | undefined
}

/** A text that cites its sources by keys, and how it is to be printed. */
interface StyledText {
  text: string
  sources: readonly NumberedSource[]
  /** Id of a citation style. */
  style: string
  format: AnswerFormat
}

/**
 * Replaces the marks `[n]` of a text by the keys with which `printInStyle` finds its citations. A mark that does not
 * stand exactly from `start` to `end` is left as it is.
 */
export const withCitationKeys = (
  text: string,
  citations: readonly Pick<Citation, 'n' | 'start' | 'end'>[],
): string =>
  citations
    // From the last mark to the first, so that the offsets of the remaining ones stay valid.
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (written, { n, start, end }) =>
        written.slice(start, end) === `[${n}]`
          ? `${written.slice(0, start)}[@${keyOf(n)}]${written.slice(end)}`
          : written,
      text,
    )

const keyOf = (n: number): string => `source${n}`

/**
 * Prints a text from `withCitationKeys` and its references in a citation style. In a Word file, a style of notes prints
 * its citations as footnotes, returned as `notes`.
 *
 * @throws AppError as `printCited`.
 */
export async function printInStyle(
  ctx: Context,
  { text, sources, style, format }: StyledText,
): Promise<Pick<PrintableAnswer, 'answer' | 'references' | 'notes'>> {
  const printed = await printCited(ctx, {
    text,
    sources: sources.map(({ n, paper_id, text }) => ({ key: keyOf(n), paper_id, entry: text })),
    style,
    asNotes: format === 'docx',
  })
  const notes = new Map(sources.map(({ n, note }) => [keyOf(n), note]))
  return {
    answer: printed.text,
    references: printed.entries.map(({ keys, text }) =>
      [text, ...keys.flatMap((key) => notes.get(key) ?? [])].join(' '),
    ),
    notes: printed.notes,
  }
}
