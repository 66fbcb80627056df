import {
  type CslItem,
  type ExportId,
  exportFormats,
  exportWriter,
  formatReference,
  formatReferenceList,
  formatSpec,
  type PrintEntry,
  type StyledRun,
  type StyleId,
  styles,
} from '@scinav/citation'
import type { NationalOptions } from '@scinav/contract'
import { type InstalledStyle, openCslList } from '../styles/index.ts'
import { romanize } from './romanize.ts'
import type { ListEntry } from './source.ts'

/** A style of the product, or one that was installed. */
export type PrintStyle = StyleId | InstalledStyle

/** Entries in the order of their style, and the function that prints each. */
interface PreparedList {
  items: CslItem[]
  print: PrintEntry
}

/** Numeric styles keep the order of the list; the others sort by name and year. */
function prepareList(entries: ListEntry[], style: PrintStyle, national: NationalOptions): PreparedList {
  const items = entries.map(({ item }) => item)
  if (typeof style !== 'string') return prepareInstalledList(items, style)
  if (style === 'spec')
    return { items, print: (_item, index, numbered) => specRuns(entries, index, numbered) }
  if (styles.find(({ id }) => id === style)?.system === 'numeric')
    return {
      items,
      print: (item, index, numbered) =>
        formatReference(style, item, { ...national, ...(numbered && { number: index + 1 }) }),
    }
  const list = formatReferenceList(style, items, national)
  return {
    items: list.order.flatMap((at) => items[at] ?? []),
    print: (_item, index) => list.entries[index] ?? [],
  }
}

/** Entries of an installed style carry their numbers themselves. */
function prepareInstalledList(items: CslItem[], style: InstalledStyle): PreparedList {
  const { entries } = openCslList(style, items)
  return {
    items: entries.flatMap(({ at }) => items[at] ?? []),
    print: (_item, index) => entries[index]?.runs ?? [],
  }
}

/** Prints the specification's format from the record itself, because it shows dates and venues as stored. */
function specRuns(entries: ListEntry[], index: number, numbered: boolean): StyledRun[] {
  const entry = entries[index]
  return entry ? [{ text: formatSpec(entry.reference, numbered ? index + 1 : undefined) }] : []
}

/** Whether a format prints entries in a style; the others hold the fields of the items as they are given. */
const isStyled = (format: ExportId): boolean =>
  exportFormats.some(({ id, styled }) => id === format && styled)

/** Returns a list as the text of a format, and the text of each entry in it. */
export function printText(
  entries: ListEntry[],
  style: PrintStyle,
  format: ExportId,
  national: NationalOptions = {},
): { text: string; items: string[] } {
  const { items, print } =
    typeof style === 'string' || isStyled(format)
      ? prepareList(entries, style, national)
      : { items: entries.map(({ item }) => item), print: () => [] }
  const numbered = typeof style === 'string' ? undefined : style.system === 'numeric'
  const writer = exportWriter(format, {
    ...(typeof style === 'string' ? { style } : {}),
    ...(numbered !== undefined && { numbered }),
    print,
    items,
    romanize,
  })
  const head = writer.header()
  const printed = items.map((item, index) => writer.entry(item, index))
  return { text: [head, ...printed, writer.footer()].join(''), items: printed.map((each) => each.trimEnd()) }
}

/** Returns a list as styled runs, numbered as its style requires, for a Word file. */
export function printRuns(
  entries: ListEntry[],
  style: PrintStyle,
  national: NationalOptions = {},
): StyledRun[][] {
  const { items, print } = prepareList(entries, style, national)
  return items.map((item, index) => print(item, index, true))
}
