import type { CslItem } from '../csl.ts'
import { runsText, type StyledRun } from '../runs.ts'
import { type ExportWriter, emptyText } from './export-format.ts'

/** Prints one entry; `numbered` asks for the style's own number in front. */
export type PrintEntry = (item: CslItem, index: number, numbered: boolean) => StyledRun[]

/** A list in plain text, one entry a line, numbered as its style numbers. */
export function textWriter(print: PrintEntry): ExportWriter {
  return {
    header: emptyText,
    entry: (item, index) => `${runsText(print(item, index, true))}\n`,
    footer: emptyText,
  }
}

const WEB_ADDRESS = /(https?:\/\/[^\s，]+)/

/** What Markdown would read as mark-up, made plain; addresses stay whole. */
function escapeMarkdown(text: string): string {
  return text
    .split(WEB_ADDRESS)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replace(/[\\`*_<]/g, '\\$&')
            .replace(/\]\(/g, ']\\(')
            .replace(/&(?=#?\w+;)/g, '\\&'),
    )
    .join('')
}

/**
 * A list in Markdown, with italics. Entries of a style that numbers bear its own number, `[1]`, and are paragraphs, or
 * they would run together; those of the others are the items of a numbered list.
 */
export function markdownWriter(print: PrintEntry, numbers: boolean): ExportWriter {
  return {
    header: emptyText,
    entry: (item, index) => {
      const runs = print(item, index, numbers).map(({ text, italic }) =>
        italic ? `*${escapeMarkdown(text)}*` : escapeMarkdown(text),
      )
      return numbers ? `${runs.join('')}\n\n` : `${index + 1}. ${runs.join('')}\n`
    },
    footer: emptyText,
  }
}
