import {
  type CslItem,
  type ExportId,
  exportFormats,
  exportWriter,
  formatReference,
  formatReferenceList,
  formatSpec,
  type PrintEntry,
  runsText,
  type StyledRun,
  type StyleId,
  styles,
} from '@scinav/citation'
import type { NationalOptions } from '@scinav/contract'
import { type InstalledStyle, openCslList } from '../installed/index.ts'
import { romanize } from './romanize.ts'
import type { ListEntry } from './source.ts'

/** A style of the product, or one that was installed. */
export type PrintStyle = StyleId | InstalledStyle

/** Entries in the order of their style, and the function that prints each. */
interface PreparedList {
  /** For each entry of the list its index among the entries given. */
  order: number[]
  items: CslItem[]
  print: PrintEntry
}

/** Prepares a list in a style: numeric styles keep the order of the list, the others sort by name and year. */
function prepareList(entries: ListEntry[], style: PrintStyle, national: NationalOptions): PreparedList {
  const items = entries.map(({ item }) => item)
  if (typeof style !== 'string') return prepareInstalledList(items, style)
  const order = items.map((_, at) => at)
  if (style === 'spec')
    return { order, items, print: (_item, index, numbered) => specRuns(entries, index, numbered) }
  if (styles.find(({ id }) => id === style)?.system === 'numeric')
    return {
      order,
      items,
      print: (item, index, numbered) =>
        formatReference(style, item, { ...national, ...(numbered && { number: index + 1 }) }),
    }
  const list = formatReferenceList(style, items, national)
  return {
    order: list.order,
    items: list.order.flatMap((at) => items[at] ?? []),
    print: (_item, index) => list.entries[index] ?? [],
  }
}

/** Prepares a list in an installed style, whose entries carry their numbers themselves. */
function prepareInstalledList(items: CslItem[], style: InstalledStyle): PreparedList {
  const { entries } = openCslList(style, items)
  return {
    order: entries.map(({ at }) => at),
    items: entries.flatMap(({ at }) => items[at] ?? []),
    print: (_item, index) => entries[index]?.runs ?? [],
  }
}

/** Prints the specification's format from the record itself, because it shows dates and venues as stored. */
function specRuns(entries: ListEntry[], index: number, numbered: boolean): StyledRun[] {
  const entry = entries[index]
  return entry ? [{ text: formatSpec(entry.reference, numbered ? index + 1 : undefined) }] : []
}

/** Returns whether a format prints entries in a style; the others hold the fields of the items. */
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

/** An entry of a list as text without its number; `at` is its index among the sources given. */
export interface BareEntry {
  at: number
  text: string
}

/** Returns the entries of a list without their numbers, in the order of the style. */
export function printBareEntries(
  entries: ListEntry[],
  style: PrintStyle,
  national: NationalOptions = {},
): BareEntry[] {
  const { order, items, print } = prepareList(entries, style, national)
  return order.flatMap((at, index) => {
    const item = items[index]
    if (!item) return []
    const text = runsText([...print(item, index, false)])
    return [{ at, text: typeof style === 'string' ? text : withoutNumber(text, style.system, index + 1) }]
  })
}

/** Matches the number at the beginning of an entry with the signs around it, and captures it: `[3] `, `3. `, `（3）`. */
const LEADING_NUMBER = /^[\s[［(（〔【]{0,4}(\d{1,5})[\s\])］）〕】.．、]{0,4}/u
/** Matches the label at the beginning of an entry: `[KLM19] `. */
const LEADING_LABEL = /^\s{0,4}[[［(（][^\])］）]{1,40}[\])］）]\s{0,4}/u

/** Removes the number or the label with which an entry of an installed style begins: `[3] `, `3. `, `[KLM19] `. */
function withoutNumber(text: string, system: InstalledStyle['system'], number: number): string {
  if (system === 'label') return text.replace(LEADING_LABEL, '')
  if (system !== 'numeric') return text
  const label = LEADING_NUMBER.exec(text)
  return Number(label?.[1]) === number ? text.slice(label?.[0].length) : text
}
