import { maxOf, minOf } from './extremes.ts'
import { bottomOf, isSameSize, type PdfLine, topOf } from './lines.ts'
import type { DrawnRule } from './page-content.ts'
import {
  BOTTOM_ZONE_SHARE,
  findRepeatedLines,
  isPageNumber,
  type PageLines,
  TOP_ZONE_SHARE,
} from './repeated-lines.ts'

// Distances are in points, unless they end with `_EM`: then they are multiples of the size of the text. `_RATIO` is a
// multiple of the body size.

/** Largest size of small print. */
const SMALL_PRINT_RATIO = 0.96
/** Number of running heads with which the rows of other pages are compared. */
const MAX_KNOWN_HEADS = 200

/** Position and size, in points, of a running head found before. */
interface KnownHead {
  /** Of the baseline. */
  y: number
  size: number
}

/**
 * Finds running heads, footers and page numbers: lines near the edges that repeat on several pages except for digits,
 * isolated page numbers, lines above a rule at the top, and lines at the position of these on other pages.
 *
 * @param bodySize the size of running text, in points.
 */
export function findRunningHeads(pages: readonly PageLines[], bodySize: number): Set<PdfLine> {
  const found = findRepeatedLines(pages)
  for (const edge of ['top', 'bottom'] as const) {
    const knownHeads = [...found]
      .filter((line) => line.size <= bodySize * SMALL_PRINT_RATIO)
      .map(({ y, size }): KnownHead => ({ y, size }))
      .slice(0, MAX_KNOWN_HEADS)
    for (const page of pages) addFromEdge(edge, page, found, { bodySize, knownHeads })
  }
  return found
}

/** Largest size of a head above a rule, and of the rest of a row with a known head. */
const MAX_HEAD_RATIO = 1.05

type PageEdge = 'top' | 'bottom'

/** What is known of a document when its running heads are searched: the body size, and running heads found so far. */
interface RunningHeadContext {
  bodySize: number
  /** Those in small print, at most `MAX_KNOWN_HEADS`. */
  knownHeads: readonly KnownHead[]
}

/** Adds the lines of rows from the edge of a page inwards to `found`, up to the first row that is no running head. */
function addFromEdge(
  edge: PageEdge,
  page: PageLines,
  found: Set<PdfLine>,
  context: RunningHeadContext,
): void {
  for (const row of rowsFrom(edge, page)) {
    const rest = row.filter((line) => !found.has(line))
    // The rest of a row of which a part is known.
    const completesHead =
      rest.length < row.length && rest.every((line) => line.size <= context.bodySize * MAX_HEAD_RATIO)
    if (!completesHead && !isRunningHead(rest, withoutRunningHeads(page, found, rest), edge, context)) break
    for (const line of rest) found.add(line)
  }
}

/** Largest number of rows of running heads at one edge. */
const MAX_EDGE_ROWS = 3

/** Returns up to `MAX_EDGE_ROWS` rows from an edge of the page inwards, within its zone. */
function rowsFrom(edge: PageEdge, { lines, height }: PageLines): PdfLine[][] {
  const zone = lines.filter((line) =>
    edge === 'top' ? line.y < height * TOP_ZONE_SHARE : line.y > height * BOTTOM_ZONE_SHARE,
  )
  const rows: PdfLine[][] = []
  let remaining = edge === 'top' ? zone : zone.toReversed()
  while (remaining[0] && rows.length < MAX_EDGE_ROWS) {
    const row = linesOnBaseline(remaining, remaining[0])
    rows.push(row)
    remaining = remaining.filter((line) => !row.includes(line))
  }
  return rows
}

/** Baselines within this distance are one. */
const BASELINE_TOLERANCE_EM = 0.4

/** Returns the lines on about the baseline of a line, that line included. */
const linesOnBaseline = (lines: readonly PdfLine[], { y, size }: PdfLine): PdfLine[] =>
  lines.filter((line) => Math.abs(line.y - y) <= BASELINE_TOLERANCE_EM * size)

/** How far the baseline of a row may be from that of a known running head. */
const HEIGHT_TOLERANCE = 2.5

/**
 * Minimum gap before the text: of a page number alone, of a title with a page number, and of a row that only resembles
 * running heads of other pages.
 */
const MIN_NUMBER_GAP_RATIO = 0.5
const MIN_NUMBERED_GAP_RATIO = 0.9
const MIN_GAP_RATIO = 1.35

/** Matches the beginning of a caption, which is no running head wherever it is. */
const CAPTION_START = /^(?:图|表|figure|fig\.|table)\s*\d/i
/** Matches a title with a page number before or after it: `12 Methods`, `Methods 12`. */
const NUMBERED_TITLE = /^\d{1,4}\s+\p{L}|\p{L}\s+\d{1,4}$/u

/** Returns whether a row at the edge of a page is a running head although its words occur on no other page. */
function isRunningHead(
  row: readonly PdfLine[],
  page: PageLines,
  edge: PageEdge,
  { bodySize, knownHeads }: RunningHeadContext,
): boolean {
  const isOfSize = (ratio: number) => row.every((line) => line.size <= bodySize * ratio)
  const isSmall = isOfSize(SMALL_PRINT_RATIO)
  const gap = gapInwards(row, page, edge)
  const [first] = row
  if (!first || row.some((line) => CAPTION_START.test(line.text))) return false
  if (row.length === 1 && isPageNumber(first.text) && gap > bodySize * MIN_NUMBER_GAP_RATIO) return true
  if (edge === 'top' && hasRuleBelow(row, page) && isOfSize(MAX_HEAD_RATIO)) return true
  const text = row.map((line) => line.text).join(' ')
  const isNumberedTitle = gap > bodySize * MIN_NUMBERED_GAP_RATIO && NUMBERED_TITLE.test(text)
  if (edge === 'top' && isSmall && isNumberedTitle) return true
  const resemblesKnownHead = knownHeads.some(
    ({ y, size }) => Math.abs(y - first.y) < HEIGHT_TOLERANCE && isSameSize(size, first.size),
  )
  return resemblesKnownHead && (isSmall || gap > bodySize * MIN_GAP_RATIO)
}

/** Stands for the distance to the next line where there is none. */
const MAX_GAP = 1_000
/** A smaller gap, which is negative, means that the line is on the other side of the row. */
const MIN_GAP = -1

/** Returns the distance from a row to the next line towards the middle of the page, in points. */
function gapInwards(row: readonly PdfLine[], { lines }: PageLines, edge: PageEdge): number {
  const top = minOf(row, topOf)
  const bottom = maxOf(row, bottomOf)
  const gaps = lines
    .filter((line) => !row.includes(line))
    .map((line) => (edge === 'top' ? topOf(line) - bottom : top - bottomOf(line)))
    .filter((gap) => gap > MIN_GAP)
  return gaps.reduce((least, gap) => Math.min(least, gap), MAX_GAP)
}

/** Minimum length of the rule below a running head: as a share of the width of the text, and of the page. */
const MIN_RULE_TEXT_SHARE = 0.8
const MIN_RULE_PAGE_SHARE = 0.6
/** Length from which a rule above the row counts, as a share of that minimum. */
const MIN_OTHER_RULE_SHARE = 0.2
/** How far the rule may be above the baseline of the running head, and below it. */
const RULE_TOLERANCE = 2
const MAX_RULE_DISTANCE = 14

/**
 * Returns whether a rule across most of the page is just below a row and none above it: the text begins below such a
 * rule.
 */
function hasRuleBelow(row: readonly PdfLine[], { rules, lines, width }: PageLines): boolean {
  const x0 = minOf(lines, (line) => line.x0)
  const x1 = maxOf(lines, (line) => line.x1)
  const baseline = maxOf(row, ({ y }) => y)
  const minWidth = Math.min(MIN_RULE_TEXT_SHARE * (x1 - x0), MIN_RULE_PAGE_SHARE * width)
  const lengthOf = (rule: DrawnRule) => rule.x1 - rule.x0
  const horizontal = rules.filter(
    (rule) => rule.isHorizontal && lengthOf(rule) >= MIN_OTHER_RULE_SHARE * minWidth,
  )
  // A rule above the row already separates running heads from the text.
  if (horizontal.some((rule) => rule.y0 < baseline - RULE_TOLERANCE)) return false
  return horizontal.some(
    (rule) =>
      lengthOf(rule) >= minWidth &&
      rule.y0 - baseline > -RULE_TOLERANCE &&
      rule.y0 - baseline < MAX_RULE_DISTANCE,
  )
}

/** Returns a page without the running heads found so far, except those of `row`, so that gaps are those to the text. */
const withoutRunningHeads = (
  page: PageLines,
  found: ReadonlySet<PdfLine>,
  row: readonly PdfLine[],
): PageLines => ({
  ...page,
  lines: page.lines.filter((line) => !found.has(line) || row.includes(line)),
})
