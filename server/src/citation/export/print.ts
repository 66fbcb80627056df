import {
  type CslItem,
  type ExportId,
  exportWriter,
  formatReference,
  formatReferenceList,
  formatSpec,
  type PrintEntry,
  type StyledRun,
  type StyleId,
  styles,
} from '@scinav/citation'
import { romanize } from './romanize.ts'
import type { ListEntry } from './source.ts'

/** Entries in the order of their style, and how each is printed. */
interface PreparedList {
  items: CslItem[]
  print: PrintEntry
}

/** Numbered lists keep their order; the others are sorted by name and year. */
function prepareList(entries: ListEntry[], style: StyleId): PreparedList {
  const items = entries.map(({ item }) => item)
  if (style === 'spec')
    return { items, print: (_item, index, numbered) => specRuns(entries, index, numbered) }
  if (styles.find(({ id }) => id === style)?.system === 'numeric')
    return {
      items,
      print: (item, index, numbered) => formatReference(style, item, numbered ? { number: index + 1 } : {}),
    }
  const list = formatReferenceList(style, items)
  return {
    items: list.order.flatMap((at) => items[at] ?? []),
    print: (_item, index) => list.entries[index] ?? [],
  }
}

/** The specification's format prints from the record itself: dates and venues as they are stored. */
function specRuns(entries: ListEntry[], index: number, numbered: boolean): StyledRun[] {
  const entry = entries[index]
  return entry ? [{ text: formatSpec(entry.reference, numbered ? index + 1 : undefined) }] : []
}

/** A list as the text of a format, and the text of each entry in it. */
export function printText(
  entries: ListEntry[],
  style: StyleId,
  format: ExportId,
): { text: string; items: string[] } {
  const { items, print } = prepareList(entries, style)
  const writer = exportWriter(format, { style, print, items, romanize })
  const head = writer.header()
  const printed = items.map((item, index) => writer.entry(item, index))
  return { text: [head, ...printed, writer.footer()].join(''), items: printed.map((each) => each.trimEnd()) }
}

/** A list in runs of one type face, numbered as its style numbers: what a Word file holds. */
export function printRuns(entries: ListEntry[], style: StyleId): StyledRun[][] {
  const { items, print } = prepareList(entries, style)
  return items.map((item, index) => print(item, index, true))
}
