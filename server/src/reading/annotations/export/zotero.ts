import type { Annotation } from '../marks/annotation.service.ts'
import { type AnnotationWriter, type ExportInfo, hexColor } from './annotation-writer.ts'

type ExportedPage = ExportInfo['pages'][number]

const roundPoints = (value: number) => Number(value.toFixed(3))

/**
 * Converts a box of the displayed page to a rectangle of the stored page: points, with the origin at the bottom left.
 */
export function rectOf(
  { x0, y0, x1, y1 }: Annotation['boxes'][number],
  { width, height, rotation, origin = { x: 0, y: 0 } }: ExportedPage,
): [number, number, number, number] {
  const turned = {
    0: [x0 * width, (1 - y1) * height, x1 * width, (1 - y0) * height],
    90: [y0 * height, x0 * width, y1 * height, x1 * width],
    180: [(1 - x1) * width, y0 * height, (1 - x0) * width, y1 * height],
    270: [(1 - y1) * height, (1 - x1) * width, (1 - y0) * height, (1 - x0) * width],
  }[rotation]
  const [left = 0, bottom = 0, right = 0, top = 0] = turned ?? []
  const { x, y } = origin
  return [roundPoints(left + x), roundPoints(bottom + y), roundPoints(right + x), roundPoints(top + y)]
}

/** Returns Zotero's sort index: page, offset in the text, distance from the top of the page. */
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

/** Converts an annotation; boxes of the page after it become `nextPageRects`. */
function toZotero(annotation: Annotation, pages: ExportedPage[]) {
  const { page, boxes, quote, comment, tags, colour, created_at, updated_at, creator } = annotation
  const rectsOn = (number: number) => {
    const size = pages[number - 1]
    return size ? boxes.filter((box) => box.page === number).map((box) => rectOf(box, size)) : []
  }
  const rects = rectsOn(page ?? 0)
  const later = rectsOn((page ?? 0) + 1)
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
      ...(page !== null && later.length > 0 && { nextPageRects: later }),
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
