import type { CslRun } from '@scinav/citation/csl'
import { withoutPlaces } from '../word/index.ts'
import { entryLine, lineRuns, listLevel, MARKDOWN_HEADING } from './docx-lines.ts'
import { writeDocx } from './write-docx.ts'

/** Writes a Word file with one paragraph per entry. */
export const referencesDocx = (entries: CslRun[][]): Promise<Uint8Array> =>
  writeDocx('参考文献', entries.map(entryLine))

/** What the places of a text stand for, and its list. */
export interface CitedLines {
  citations: readonly CslRun[][]
  /** Whether the citations are footnotes instead of parts of the text. */
  areNotes: boolean
  entries: CslRun[][]
}

/**
 * Writes a Word file of a text, one paragraph per line, followed by its reference list under a heading.
 *
 * @param text with `citationPlace` where a citation stands.
 */
export function textDocx(text: string, cited: CitedLines): Promise<Uint8Array> {
  const { citations, areNotes, entries } = cited
  const body = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      runs: lineRuns(line.replace(MARKDOWN_HEADING, ''), cited),
      level: MARKDOWN_HEADING.exec(line)?.[1]?.length ?? 0,
    }))
  const title = listTitle(withoutPlaces(text))
  const list = entries.length > 0 ? [{ runs: [{ text: title }], level: listLevel(body) }] : []
  return writeDocx('文稿', [...body, ...list, ...entries.map(entryLine)], areNotes ? citations : [])
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** The most Han characters per other letter in a European text, which may name a few things in Chinese. */
const MAX_HAN_SHARE = 0.1

/** Returns the heading of the reference list in the language of the text. */
export function listTitle(text: string): 'References' | '参考文献' {
  let han = 0
  let letters = 0
  for (const sign of text) {
    if (HAN_CHARACTER.test(sign)) han += 1
    else if (/\p{L}/u.test(sign)) letters += 1
  }
  return letters > 0 && han <= MAX_HAN_SHARE * letters ? 'References' : '参考文献'
}
