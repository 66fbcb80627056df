import { addTo, areaAround } from './extremes.ts'
import type { Line } from './lines.ts'
import type { Area } from './page-content.ts'
import type { Word } from './words.ts'

/** So much of the text has to stand in elements that say something before they are believed. */
const COVERED = 0.8

const lengthOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** Whether the structure of a tagged file holds nearly all of its text. */
export function isStructured(lines: readonly Line[]): boolean {
  const words = lines.flatMap((line) => line.words).filter(({ artifact }) => !artifact)
  return lengthOf(words.filter(({ tag }) => tag !== undefined)) >= COVERED * lengthOf(words)
}

/** What the file says belongs to no text: running heads, page numbers. */
export const isArtifact = ({ words }: Line): boolean => words.every(({ artifact }) => artifact)

export const wordsIn = (lines: readonly Line[]): Word[] => lines.flatMap(({ words }) => words)

/** The words of each table that a tagged page names. */
export function tablesIn(lines: readonly Line[]): Map<object, Word[]> {
  const tables = new Map<object, Word[]>()
  for (const word of wordsIn(lines)) if (word.tag?.cell) addTo(tables, word.tag.cell.table, word)
  return tables
}

/** Where a page's tables stand, so that no column of text goes through them. */
export function taggedTableAreas(lines: readonly Line[]): Area[] {
  if (!isStructured(lines)) return []
  return [...tablesIn(lines).keys()].map((table) =>
    areaAround(lines.filter((line) => line.words.some(({ tag }) => tag?.cell?.table === table))),
  )
}
