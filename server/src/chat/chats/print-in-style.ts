import type { Citation } from '@scinav/contract'
import { printCited } from '../../citation/suggest/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { PrintableAnswer } from './print-answer.ts'
import type { AnswerFormat } from './write-answer.ts'

/** A numbered source of a text. */
interface NumberedSource {
  n: number
  paper_id: string | null
  /** Its entry as printed before, without its number. */
  text: string
  /** What is printed after its entry. */
  note?: string | undefined
}

/** A text that cites its sources by keys, and how it is to be printed. */
interface StyledText {
  text: string
  sources: readonly NumberedSource[]
  style: string
  format: AnswerFormat
}

/** Replaces the marks `[n]` of a text by the keys with which `printInStyle` finds its citations. */
export const withCitationKeys = (
  text: string,
  citations: readonly Pick<Citation, 'n' | 'start' | 'end'>[],
): string =>
  citations
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (written, { n, start, end }) =>
        written.slice(start, end) === `[${n}]`
          ? `${written.slice(0, start)}[@${keyOf(n)}]${written.slice(end)}`
          : written,
      text,
    )

const keyOf = (n: number): string => `source${n}`

/** Prints a text and its references in a style, the citations of a style of notes as footnotes of a Word file. */
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
