import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { FileHeadings } from '../page/outline.ts'
import type { StructureTag } from '../page/page-content.ts'
import type { TextRow } from '../page/reading-order.ts'

/** An element as pdf.js returns it: with a role, or marked content with its id. */
interface StructureElement {
  role?: unknown
  type?: unknown
  id?: unknown
  children?: unknown
  /** Spans of a cell over several columns or rows. */
  colSpan?: unknown
  rowSpan?: unknown
}

/** Bounds the nesting of elements; no program nests them deeper. */
const MAX_DEPTH = 64

/**
 * Returns the tag of each marked content of a page, by the id (MCID) with which the content stream marks it; empty for
 * a page without a structure tree or with a broken one.
 */
export async function readTags(page: PDFPageProxy): Promise<Map<number, StructureTag>> {
  const tags = new Map<number, StructureTag>()
  // A broken structure tree carries no information.
  const root: StructureElement | null = await page.getStructTree().catch(() => null)
  if (root) collectTags(root, undefined, MAX_DEPTH, tags)
  return tags
}

/** A table during traversal. */
interface OpenTable {
  /** Number of rows that have begun. */
  rows: number
  /** For each column, the first row that no cell above spans. */
  firstFreeRow: number[]
}

/**
 * Assigns tags to the content of an element and of its descendants.
 *
 * @param tag the tag of the content that is directly in the element
 * @param depth how many levels of descendants are still read
 * @param tags result: the tags so far, to which those of this element are added
 * @param table the outermost table around the element
 */
function collectTags(
  element: StructureElement,
  tag: StructureTag | undefined,
  depth: number,
  tags: Map<number, StructureTag>,
  table?: OpenTable,
): void {
  const contentId = contentIdOf(element)
  if (contentId !== null && tag) tags.set(contentId, tag)
  if (!Array.isArray(element.children) || depth === 0) return
  // A row of the table itself, not of one nested in a cell.
  if (table && !tag?.cell && element.role === 'TR') {
    collectRowTags(element.children, depth, tags, table)
    return
  }
  const childTag = contentTag(element, tag)
  // A nested table belongs to the one around it.
  const openTable = element.role === 'Table' ? (table ?? { rows: 0, firstFreeRow: [] }) : table
  for (const child of element.children) collectTags(child, childTag, depth - 1, tags, openTable)
}

/** Returns the id of marked content on the page, or null for elements. */
function contentIdOf({ type, id }: StructureElement): number | null {
  const digits = type === 'content' ? /_mc(\d+)$/.exec(String(id))?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

/** Bounds the columns of a table, and so those that a cell may span. */
const MAX_COLUMNS = 100
/** Bounds the rows that a cell may span. */
const MAX_ROWS = 1_000

/** Places the cells of a row as a browser does. Everything inside a cell belongs to it, including nested tables. */
function collectRowTags(
  children: StructureElement[],
  depth: number,
  tags: Map<number, StructureTag>,
  table: OpenTable,
): void {
  const row = table.rows
  table.rows += 1
  let column = 0
  for (const child of children.filter(({ role }) => role === 'TD' || role === 'TH')) {
    while ((table.firstFreeRow[column] ?? 0) > row) column += 1
    if (column >= MAX_COLUMNS) return
    collectTags(child, { level: 0, cell: { table, row, column } }, depth - 1, tags, table)
    const end = column + parseSpan(child.colSpan, MAX_COLUMNS)
    for (; column < end; column += 1) table.firstFreeRow[column] = row + parseSpan(child.rowSpan, MAX_ROWS)
  }
}

/** Returns the number of columns or rows that a cell spans, at most `limit`; 1 when it states none. */
const parseSpan = (value: unknown, limit: number): number =>
  typeof value === 'number' ? Math.min(value, limit) : 1

/** Roles without a meaning for the text. */
const NEUTRAL_ROLES = new Set(['Root', 'Document', 'Part', 'Art', 'Div', 'NonStruct', 'Private'])

/**
 * Returns the tag for the content of an element: a new one by its role or, when the role is neutral or the element is
 * inside a heading or a cell, the one of the element around it.
 */
function contentTag({ role }: StructureElement, outer: StructureTag | undefined): StructureTag | undefined {
  const isInside = outer !== undefined && (outer.level > 0 || outer.cell !== undefined)
  if (typeof role !== 'string' || NEUTRAL_ROLES.has(role) || isInside) return outer
  return { level: headingLevelOfRole(role) }
}

/** Returns the level of the heading that a role denotes, 0 for other roles. */
function headingLevelOfRole(role: string): number {
  if (role === 'Title' || role === 'H') return 1
  return Number(/^H([1-6])$/.exec(role)?.[1] ?? 0)
}

/** Minimum headings in a file whose author used heading styles; with fewer, headings were formatted by hand. */
const MIN_HEADINGS = 3

/**
 * Returns the headings that a tagged file declares; consecutive rows of one element are one heading. They are complete
 * when there are at least `MIN_HEADINGS`.
 */
export function headingsFromTags(rows: readonly TextRow[]): FileHeadings {
  const levels: FileHeadings['levels'] = new Map()
  let first: TextRow | undefined
  let last: StructureTag | undefined
  for (const row of rows) {
    const tag = headingTagOf(row)
    if (tag && tag === last && first) levels.get(first)?.rows.push(row)
    else if (tag) {
      levels.set(row, { level: tag.level, rows: [row] })
      first = row
    }
    last = tag
  }
  return { levels, isComplete: levels.size >= MIN_HEADINGS }
}

/** Returns the heading to which all words of a row belong. */
function headingTagOf({ line }: TextRow): StructureTag | undefined {
  const tag = line.words[0]?.tag
  return tag && tag.level > 0 && line.words.every((word) => word.tag === tag) ? tag : undefined
}
