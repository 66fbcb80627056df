import type { Annotation } from '../marks/annotation.service.ts'
import { type AnnotationWriter, type ExportInfo, hexColor } from './annotation-writer.ts'

type ExportedPage = ExportInfo['pages'][number]

/** Rounds a length in points to three decimals. */
const roundPoints = (value: number) => Number(value.toFixed(3))

/**
 * Converts a box of the displayed page, in shares (0–1) from its top left, to a rectangle of the stored page: left,
 * bottom, right and top in points, from its bottom left and before it is rotated. An unknown rotation gives an empty
 * rectangle.
 */
export function rectOf(
  { x0, y0, x1, y1 }: Annotation['boxes'][number],
  { width, height, rotation, origin = { x: 0, y: 0 } }: ExportedPage,
): [number, number, number, number] {
  // By the clockwise rotation with which the stored page is displayed, in degrees.
  const rectByRotation: Record<number, [number, number, number, number]> = {
    0: [x0 * width, (1 - y1) * height, x1 * width, (1 - y0) * height],
    90: [y0 * height, x0 * width, y1 * height, x1 * width],
    180: [(1 - x1) * width, y0 * height, (1 - x0) * width, y1 * height],
    270: [(1 - y1) * height, (1 - x1) * width, (1 - y0) * height, (1 - x0) * width],
  }
  const [left = 0, bottom = 0, right = 0, top = 0] = rectByRotation[rotation] ?? []
  const { x, y } = origin
  return [roundPoints(left + x), roundPoints(bottom + y), roundPoints(right + x), roundPoints(top + y)]
}

/**
 * Returns Zotero's sort index, as `00002|001234|00310`: page from 0, offset in the text, and distance from the top of
 * the page in points.
 */
function sortIndex({ page, start }: Annotation, top: number): string {
  const digits = (value: number, length: number) =>
    String(Math.max(0, Math.floor(value))).padStart(length, '0')
  return [digits((page ?? 1) - 1, 5), digits(start ?? 0, 6).slice(-6), digits(top, 5)].join('|')
}

/** Writes annotations in Zotero's JSON format for PDF files; `position` has one rectangle per line. */
export const zoteroWriter: AnnotationWriter = {
  head: () => '[\n',
  item: (annotation, { pages }) => JSON.stringify(toZotero(annotation, pages)),
  between: ',\n',
  tail: '\n]\n',
}

/**
 * Converts an annotation; boxes on the page after its own become `nextPageRects`, those on other pages are left out.
 */
function toZotero(annotation: Annotation, pages: ExportedPage[]) {
  const { page, boxes, quote, comment, tags, colour, created_at, updated_at, creator } = annotation
  const rectsOn = (number: number) => {
    const size = pages[number - 1]
    return size ? boxes.filter((box) => box.page === number).map((box) => rectOf(box, size)) : []
  }
  const rects = rectsOn(page ?? 0)
  const nextPageRects = rectsOn((page ?? 0) + 1)
  const [first] = boxes
  const top = first && rects.length > 0 ? first.y0 * (pages[first.page - 1]?.height ?? 0) : 0
  return {
    type: annotationType(annotation, rects.length),
    authorName: creator.nick_name,
    text: quote,
    comment,
    color: hexColor(colour),
    pageLabel: page === null ? '' : String(page),
    sortIndex: sortIndex(annotation, top),
    position: {
      pageIndex: Math.max(0, (page ?? 1) - 1),
      rects,
      ...(page !== null && nextPageRects.length > 0 && { nextPageRects }),
    },
    tags: tags.map((name) => ({ name })),
    dateCreated: created_at,
    dateModified: updated_at,
  }
}

function annotationType({ quote }: Annotation, rects: number): 'highlight' | 'image' | 'note' {
  if (quote !== '') return 'highlight'
  return rects > 0 ? 'image' : 'note'
}
