import { addToList, boundingArea } from './extremes.ts'
import type { PdfLine } from './lines.ts'
import type { Area } from './page-content.ts'
import type { Word } from './words.ts'

/** So much of the text has to stand in elements that say something before they are believed. */
const MIN_TAGGED_SHARE = 0.8

const textLength = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** Whether the structure of a tagged file holds nearly all of its text. */
export function isStructured(lines: readonly PdfLine[]): boolean {
  const words = lines.flatMap((line) => line.words).filter(({ artifact }) => !artifact)
  return textLength(words.filter(({ tag }) => tag !== undefined)) >= MIN_TAGGED_SHARE * textLength(words)
}

/** What the file says belongs to no text: running heads, page numbers. */
export const isArtifact = ({ words }: PdfLine): boolean => words.every(({ artifact }) => artifact)

export const wordsOfLines = (lines: readonly PdfLine[]): Word[] => lines.flatMap(({ words }) => words)

/** The words of each table that a tagged page names. */
export function taggedTableWords(lines: readonly PdfLine[]): Map<object, Word[]> {
  const tables = new Map<object, Word[]>()
  for (const word of wordsOfLines(lines)) if (word.tag?.cell) addToList(tables, word.tag.cell.table, word)
  return tables
}

/** Where a page's tables stand, so that no column of text goes through them. */
export function taggedTableAreas(lines: readonly PdfLine[]): Area[] {
  if (!isStructured(lines)) return []
  return [...taggedTableWords(lines).keys()].map((table) =>
    boundingArea(lines.filter((line) => line.words.some(({ tag }) => tag?.cell?.table === table))),
  )
}
