import type { CslItem } from '@scinav/citation'
import { CslProcessor, type CslRun, type CslStyle, itemToRecord, readStyle } from '@scinav/citation/csl'
import type { InstalledStyle } from './installed-style.ts'

/** The number of compiled styles kept in memory. */
const MAX_COMPILED_STYLES = 16

/** Compiled styles by their file, the one used last at the end. */
const compiled = new Map<string, CslStyle>()

function compileStyle(xml: string): CslStyle {
  const style = compiled.get(xml) ?? readStyle(xml)
  compiled.delete(xml)
  compiled.set(xml, style)
  const [oldest] = compiled.keys()
  if (compiled.size > MAX_COMPILED_STYLES && oldest !== undefined) compiled.delete(oldest)
  return style
}

/** A list printed in an installed style. */
export interface CslList {
  /** The entries in the order of the style, each with the index of its item among those given. */
  entries: { at: number; runs: CslRun[] }[]
  /** Returns the in-text citation of some items, given by their indexes. */
  cite: (places: readonly number[]) => CslRun[]
}

/** Prints a list in an installed style; a style without a bibliography prints its citations instead. */
export function openCslList(style: InstalledStyle, items: readonly CslItem[]): CslList {
  const processor = new CslProcessor(compileStyle(style.xml), {
    locales: style.locales ?? [],
    language: 'zh-CN',
  })
  // Ids of two items may be equal; their places are not.
  const document = processor.open(items.map((item, at) => ({ ...itemToRecord(item), id: at })))
  const cite = (places: readonly number[]) => document.cite(places.map((at) => ({ id: String(at) }))).runs()
  const bibliography = document.bibliography()
  const entries =
    bibliography.length > 0
      ? bibliography.map(({ id, rendered }) => ({ at: Number(id), runs: rendered.runs() }))
      : items.map((_, at) => ({ at, runs: cite([at]) }))
  return { entries, cite }
}
