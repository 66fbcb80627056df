import type { CslItem } from '../csl.ts'
import { runsText, type StyledRun } from '../runs.ts'
import { type ExportWriter, emptyText } from './export-format.ts'

/** Returns a printed entry, given its index in the list (from 0); `numbered` asks for the style's number in front. */
export type PrintEntry = (item: CslItem, index: number, numbered: boolean) => StyledRun[]

/** Returns a writer of plain text with one entry per line, numbered where the style numbers its entries. */
export function textWriter(print: PrintEntry): ExportWriter {
  return {
    header: emptyText,
    entry: (item, index) => `${runsText(print(item, index, true))}\n`,
    footer: emptyText,
  }
}

const WEB_ADDRESS = /(https?:\/\/[^\s，]+)/

/** Escapes characters that Markdown would read as markup; web addresses are kept. */
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
 * Returns a writer of Markdown with italics. If `numbered`, entries carry the style's own number, `[1]`, and are
 * paragraphs, because adjacent lines would be joined; otherwise they are items of a numbered list.
 */
export function markdownWriter(print: PrintEntry, numbered: boolean): ExportWriter {
  return {
    header: emptyText,
    entry: (item, index) => {
      const runs = print(item, index, numbered).map(({ text, italic }) =>
        italic ? `*${escapeMarkdown(text)}*` : escapeMarkdown(text),
      )
      return numbered ? `${runs.join('')}\n\n` : `${index + 1}. ${runs.join('')}\n`
    },
    footer: emptyText,
  }
}
