import { addToList, boundingArea } from './extremes.ts'
import type { PdfLine } from './lines.ts'
import type { Area } from './page-content.ts'
import type { Word } from './words.ts'

/** Minimum share of the text in meaningful elements for the structure of a file to be trusted. */
const MIN_TAGGED_SHARE = 0.8

const textLength = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** Returns whether the structure of a tagged file covers nearly all of its text. */
export function isStructured(lines: readonly PdfLine[]): boolean {
  const words = lines.flatMap((line) => line.words).filter(({ artifact }) => !artifact)
  return textLength(words.filter(({ tag }) => tag !== undefined)) >= MIN_TAGGED_SHARE * textLength(words)
}

/** Returns whether the file declares that a line belongs to no text, such as running heads and page numbers. */
export const isArtifact = ({ words }: PdfLine): boolean => words.every(({ artifact }) => artifact)

/** Returns the words of lines, in order. */
export const wordsOfLines = (lines: readonly PdfLine[]): Word[] => lines.flatMap(({ words }) => words)

/** Returns the words of each table that a tagged page declares, by the object that stands for the table. */
export function taggedTableWords(lines: readonly PdfLine[]): Map<object, Word[]> {
  const tables = new Map<object, Word[]>()
  for (const word of wordsOfLines(lines)) if (word.tag?.cell) addToList(tables, word.tag.cell.table, word)
  return tables
}

/** Returns the areas of the tables that a page declares, which no gutter crosses; [] when its tags are not trusted. */
export function taggedTableAreas(lines: readonly PdfLine[]): Area[] {
  if (!isStructured(lines)) return []
  return [...taggedTableWords(lines).keys()].map((table) =>
    boundingArea(lines.filter((line) => line.words.some(({ tag }) => tag?.cell?.table === table))),
  )
}
