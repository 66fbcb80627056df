/** A box on a page, as fractions (0–1) from the top left corner of the displayed page. */
export interface PageBox {
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

/** Gap between two columns or cells, in line heights; narrower gaps belong to one line. */
const COLUMN_GAP = 2.5

const isNear = (a: Rect, b: Rect): boolean =>
  b.left - a.right < (a.bottom - a.top) * COLUMN_GAP && a.left - b.right < (a.bottom - a.top) * COLUMN_GAP

/** Merges rectangles of words into one per line, ordered by the start of the lines. Empty ones are dropped. */
export function mergeLines(rects: readonly Rect[]): Rect[] {
  const lines: Rect[] = []
  for (const rect of rects) {
    if (rect.right - rect.left < 0.5 || rect.bottom - rect.top < 0.5) continue
    const line = lines.findLast((one) => isSameLine(one, rect) && isNear(one, rect))
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

const toShare = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5

/**
 * Returns the rectangles of the words that a range covers inside an element. `Range.getClientRects` would add those of
 * elements.
 */
export function wordRects(range: Range, inside: Element): Rect[] {
  const rects: Rect[] = []
  const walker = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    if (!range.intersectsNode(node)) continue
    const part = document.createRange()
    part.selectNodeContents(node)
    if (node === range.startContainer) part.setStart(node, range.startOffset)
    if (node === range.endContainer) part.setEnd(node, range.endOffset)
    rects.push(...part.getClientRects())
  }
  return rects
}

/** Converts rectangles to boxes on the page, one per line. */
export function boxesOnPage(sheet: Element, page: number, rects: readonly Rect[]): PageBox[] {
  const { left, top, width, height } = sheet.getBoundingClientRect()
  if (width === 0 || height === 0) return []
  return mergeLines(rects).map((line) => ({
    page,
    x0: toShare((line.left - left) / width),
    y0: toShare((line.top - top) / height),
    x1: toShare((line.right - left) / width),
    y1: toShare((line.bottom - top) / height),
  }))
}

/** Whether a point (0–1 of the page) lies in one of the boxes. */
export const isWithin = (boxes: readonly PageBox[], page: number, x: number, y: number): boolean =>
  boxes.some((box) => box.page === page && x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1)
