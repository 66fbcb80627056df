/** A box on a page, as fractions (0–1) from the top left corner of the displayed page. */
export interface PageBox {
  /** Counted from 1. */
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}

/** Whether two rectangles are on one line: the middle of the second lies within the height of the first. */
const isSameLine = (a: Rect, b: Rect): boolean => {
  const middle = (b.top + b.bottom) / 2
  return middle > a.top && middle < a.bottom
}

/** Least gap between two columns or cells, in line heights; over a narrower gap, a line continues. */
const COLUMN_GAP = 2.5

/** Whether no gap as wide as one between columns separates two rectangles on one line. */
const isNear = (a: Rect, b: Rect): boolean =>
  b.left - a.right < (a.bottom - a.top) * COLUMN_GAP && a.left - b.right < (a.bottom - a.top) * COLUMN_GAP

/** Rectangles narrower or lower than this are dropped, in pixels: they hold no visible character. */
const MIN_RECT_PX = 0.5

/** Merges rectangles of words, in reading order, into one per line and column. */
export function mergeLines(rects: readonly Rect[]): Rect[] {
  const lines: Rect[] = []
  for (const rect of rects) {
    if (rect.right - rect.left < MIN_RECT_PX || rect.bottom - rect.top < MIN_RECT_PX) continue
    const line = lines.findLast((candidate) => isSameLine(candidate, rect) && isNear(candidate, rect))
    if (!line) lines.push({ left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom })
    else {
      line.left = Math.min(line.left, rect.left)
      line.right = Math.max(line.right, rect.right)
      line.top = Math.min(line.top, rect.top)
      line.bottom = Math.max(line.bottom, rect.bottom)
    }
  }
  return lines
}

/** Limits a fraction to 0–1 and rounds it to five digits, less than a pixel. */
const toFraction = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5

/**
 * Returns the rectangles, in pixels of the window, of the words that a range covers inside an element. Each text node
 * is asked by itself, because `Range.getClientRects` of the whole range would add the rectangles of elements.
 */
export function wordRects(range: Range, inside: Element): Rect[] {
  const rects: Rect[] = []
  const walker = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    if (!range.intersectsNode(node)) continue
    const covered = document.createRange()
    covered.selectNodeContents(node)
    if (node === range.startContainer) covered.setStart(node, range.startOffset)
    if (node === range.endContainer) covered.setEnd(node, range.endOffset)
    rects.push(...covered.getClientRects())
  }
  return rects
}

/** Converts rectangles in the window to boxes on the page, one per line and column; `[]` while the page has no size. */
export function boxesOnPage(sheet: Element, page: number, rects: readonly Rect[]): PageBox[] {
  const { left, top, width, height } = sheet.getBoundingClientRect()
  if (width === 0 || height === 0) return []
  return mergeLines(rects).map((line) => ({
    page,
    x0: toFraction((line.left - left) / width),
    y0: toFraction((line.top - top) / height),
    x1: toFraction((line.right - left) / width),
    y1: toFraction((line.bottom - top) / height),
  }))
}

/** Whether a point (0–1 of the page) lies in one of the boxes. */
export const isWithin = (boxes: readonly PageBox[], page: number, x: number, y: number): boolean =>
  boxes.some((box) => box.page === page && x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1)
