import type { CslRun } from '@scinav/citation/csl'
import { splitPlaces } from '../word/index.ts'

/** A run of a line; one with `note` stands for a footnote, given by its index. */
interface DocxRun extends CslRun {
  note?: number
}

/** A paragraph: its runs, and its heading level; 0 for body text. */
export interface DocxLine {
  runs: DocxRun[]
  level: number
  /** Whether it is a reference, with a hanging indent. */
  isEntry?: boolean
}

/** Returns the paragraph of a reference. */
export const entryLine = (runs: CslRun[]): DocxLine => ({ runs, level: 0, isEntry: true })

/** Returns whether a run has no typography, only its `text`. */
const isPlain = (run: DocxRun): boolean => Object.keys(run).length === 1

/**
 * Returns the runs of a line, with the runs of its citations, or footnotes, in their places (`citationPlace`); adjacent
 * plain runs are merged.
 */
export function lineRuns(
  line: string,
  { citations, areNotes }: { citations: readonly CslRun[][]; areNotes: boolean },
): DocxRun[] {
  const runs = splitPlaces(line).flatMap((piece): DocxRun[] => {
    if (typeof piece === 'string') return [{ text: piece }]
    return areNotes ? [{ text: '', note: piece.index }] : (citations[piece.index] ?? [])
  })
  const merged: DocxRun[] = []
  for (const run of runs.filter(({ text, note }) => text !== '' || note !== undefined)) {
    const last = merged.at(-1)
    if (last && isPlain(last) && isPlain(run)) merged[merged.length - 1] = { text: last.text + run.text }
    else merged.push(run)
  }
  return merged
}

/** The mark before a heading in Markdown. */
export const MARKDOWN_HEADING = /^(#{1,6})\s+/

/**
 * Returns the level of the list heading: that of the sections when the first heading is the title of the text, else 1.
 */
export function listLevel(body: readonly DocxLine[]): number {
  const levels = body.map(({ level }) => level).filter((level) => level > 0)
  const [firstLevel = 0, ...laterLevels] = levels
  const beginsWithTitle =
    body[0]?.level === firstLevel &&
    laterLevels.length > 1 &&
    laterLevels.every((level) => level > firstLevel)
  return beginsWithTitle ? Math.min(...laterLevels) : 1
}
