// Finds lines that pages repeat at the same height: running heads and page numbers.
import { addToList } from './extremes.ts'
import type { PdfLine } from './lines.ts'
import type { DrawnRule } from './page-content.ts'

/** The lines of a page, from top to bottom, and its rules. */
export interface PageLines {
  /** From 1. */
  page: number
  /** In points. */
  width: number
  height: number
  lines: PdfLine[]
  rules: DrawnRule[]
}

/** Minimum number of pages with a repeated line; two in a document of fewer than twice as many pages. */
const MIN_REPEATED_PAGES = 3

/** Finds lines with the same words at the same height on several pages. */
export function findRepeatedLines(pages: readonly PageLines[]): Set<PdfLine> {
  const groups = new Map<string, PdfLine[]>()
  for (const { lines, height } of pages)
    for (const line of lines) {
      if (!inZone(line, height)) continue
      const key = repetitionKey(line)
      if (key !== '') addToList(groups, key, line)
    }
  const minPages = pages.length < 2 * MIN_REPEATED_PAGES ? 2 : MIN_REPEATED_PAGES
  return new Set([...groups.values()].flatMap((group) => linesAtOneHeight(group, minPages)))
}

/** Shares of the page height that bound the zones of running heads and page numbers. */
export const TOP_ZONE_SHARE = 0.13
export const BOTTOM_ZONE_SHARE = 0.87

/** Returns whether a line is in one of the zones of running heads, at the top or the bottom of its page. */
const inZone = (line: PdfLine, height: number): boolean =>
  line.y < height * TOP_ZONE_SHARE || line.y > height * BOTTOM_ZONE_SHARE

/**
 * Returns the letters of a line with every number replaced, so that lines differing only in a number are equal. A
 * number alone that is no page number, such as the end of a long foot, is equal to itself only.
 */
function repetitionKey({ text }: PdfLine): string {
  const key = text
    .toLowerCase()
    .replaceAll(/\d+/g, '0')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return key === '0' && !isPageNumber(text) ? `= ${text}` : key
}

/** Matches page numbers without spaces and dashes: 12, iv, 第12页, page3of9, 3/9. */
const PAGE_NUMBER =
  /^(?:\d{1,4}|[ivxl]{1,6}|第\d{1,4}页(?:[,(/]?共\d{1,4}页\)?)?|page\d{1,4}(?:(?:of|\/)\d{1,4})?|\d{1,4}\/\d{1,4})$/i
/** Number of UTF-16 units at the beginning of a line that are read as a page number. */
const MAX_NUMBER_CHARS = 60

/** Returns whether a line is a page number: 12, · 12 ·, 第 12 页, Page 3 of 9. */
export const isPageNumber = (text: string): boolean =>
  PAGE_NUMBER.test(text.slice(0, MAX_NUMBER_CHARS).replaceAll(/[-–—·•|\s]/g, ''))

/** Height of the bands by which lines of different pages are grouped; two adjacent ones are one height. */
const HEIGHT_BAND = 5

/** Returns the lines of a group at one height that occur on at least `minPages` pages; some lines may come twice. */
function linesAtOneHeight(group: readonly PdfLine[], minPages: number): PdfLine[] {
  const bands = Map.groupBy(group, ({ y }) => Math.round(y / HEIGHT_BAND))
  return [...bands].flatMap(([band, lines]) => {
    // Lines of one height may fall on both sides of the border between two bands.
    const all = [...lines, ...(bands.get(band + 1) ?? [])]
    return new Set(all.map(({ page }) => page)).size >= minPages ? all : []
  })
}
