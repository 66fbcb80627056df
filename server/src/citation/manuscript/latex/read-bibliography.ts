import { latexToText } from '@scinav/formats'
import { formatRecord, parseWorks } from '../../reference-text/index.ts'
import { MAX_ENTRIES } from '../reading/manuscript.ts'
import type { LatexFile } from './expand-source.ts'

/** An entry of a bibliography with the key by which the text cites it. */
export interface KeyedEntry {
  key: string
  /** The printed label, null where LaTeX numbers the entries. */
  label: string | null
  text: string
}

/** The beginning of an entry, with its printed label and its key: `\bibitem[Smith(2020)]{smith20}`. */
const BIBITEM = /\\bibitem\s{0,4}(?:\[([^\]]{0,400})\])?\s{0,4}\{([^{}\n]{1,200})\}/g
/** Maximum length of a printed label; longer ones are cut. */
const MAX_LABEL_CHARS = 40
/** The end of the list. */
const LIST_END = /\\end\s{0,4}\{thebibliography\}/

/** Reads the entries of a `thebibliography` environment, in its order and at most `MAX_ENTRIES`. */
export function readBibitems(source: string): KeyedEntry[] {
  const items = [...source.matchAll(BIBITEM)].slice(0, MAX_ENTRIES)
  return items.map(({ 0: whole, 1: label, 2: key = '', index }, at) => {
    const body = source.slice(index + whole.length, items[at + 1]?.index)
    const text = body.slice(0, LIST_END.exec(body)?.index).replace(/\\newblock\b/g, ' ')
    return {
      key: key.trim(),
      label: label ? latexToText(label).slice(0, MAX_LABEL_CHARS) : null,
      text: plainLine(text),
    }
  })
}

/** Returns LaTeX text as one line of plain text. */
const plainLine = (latex: string): string => latexToText(latex).replace(/\s+/g, ' ').trim()

/** Maximum number of records that are read of a `.bib` file, which may be the whole library of its owner. */
const MAX_BIB_RECORDS = 20_000

/**
 * Reads entries of `.bib` files, printed in GB/T 7714, in their order and at most `MAX_ENTRIES`.
 *
 * @param cited the keys of the wanted entries; null for all.
 */
export async function readBibFiles(
  files: readonly LatexFile[],
  cited: ReadonlySet<string> | null,
): Promise<KeyedEntry[]> {
  const entries: KeyedEntry[] = []
  for (const { text } of files) {
    for (const work of await parseWorks(text, MAX_BIB_RECORDS)) {
      const key = work.csl['citation-key']
      if (typeof key !== 'string' || (cited && !cited.has(key)) || entries.length >= MAX_ENTRIES) continue
      entries.push({ key, label: null, text: formatRecord(work) })
    }
  }
  return entries
}
