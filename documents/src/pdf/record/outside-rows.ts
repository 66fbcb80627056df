// Lines of a first page outside its running text.
import type { PdfLine } from '../page/lines.ts'
import { needsSpace, type Word } from '../page/words.ts'

/** A line of a first page outside its running text, which may state where the document was published. */
export interface OutsideRow {
  /** The line split at wide gaps: `第 18 卷 第 3 期`, `测算与系统`, `41`. */
  parts: string[]
  /** Whether the line is above the title or in the zone of running heads. */
  isHead: boolean
}

/** Width of a gap, in ems, above which it separates independent parts. */
const WIDE_GAP_EM = 1.2
/** Share of the page height from the top in which running heads are. */
const HEAD_ZONE_SHARE = 0.13

/**
 * Splits a line of a page into its parts, in NFKC.
 *
 * @param titleY the baseline of the title on the page, 0 without one
 */
export function splitOutsideRow(
  { words, size, y }: PdfLine,
  { pageHeight, titleY }: { pageHeight: number; titleY: number },
): OutsideRow {
  const parts: Word[][] = []
  for (const word of words) {
    const before = parts.at(-1)?.at(-1)
    if (before && word.x0 - before.x1 <= WIDE_GAP_EM * size) parts.at(-1)?.push(word)
    else parts.push([word])
  }
  return { parts: parts.map(partText), isHead: y < Math.max(pageHeight * HEAD_ZONE_SHARE, titleY) }
}

/** Joins the words of a part. */
const partText = (words: readonly Word[]): string =>
  words
    .map((word, at) => (at > 0 && needsSpace(words[at - 1] ?? word, word) ? ` ${word.text}` : word.text))
    .join('')
    .normalize('NFKC')
    .trim()

/** Returns whether a part is a page number alone, perhaps between signs: `41`, `– 41 –`. */
export const isPageNumber = (part: string): boolean => /^\W*\d{1,4}\W*$/.test(part)
