import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextRow } from './items.ts'
import type { FileHeadings } from './outline.ts'
import type { StructureTag } from './page-content.ts'

/** As pdf.js gives an element: with a role, or content by its number on the page. */
interface StructureElement {
  role?: unknown
  type?: unknown
  id?: unknown
  children?: unknown
  /** Of a cell, where it reaches over more than one. */
  colSpan?: unknown
  rowSpan?: unknown
}

/** Deeper than any program nests its elements. */
const MAX_DEPTH = 64
/** Fewer headings, and the file is one whose writer made headings by hand. */
const MIN_HEADINGS = 3
/** Elements that say no more than that there is something. */
const NEUTRAL_ROLES = new Set(['Root', 'Document', 'Part', 'Art', 'Div', 'NonStruct', 'Private'])

function headingLevelOfRole(role: string): number {
  if (role === 'Title' || role === 'H') return 1
  return Number(/^H([1-6])$/.exec(role)?.[1] ?? 0)
}

/** What the marks on a page stand for, by their numbers. */
export async function readTags(page: PDFPageProxy): Promise<Map<number, StructureTag>> {
  const tags = new Map<number, StructureTag>()
  // A tree that is broken tells nothing.
  const root: StructureElement | null = await page.getStructTree().catch(() => null)
  if (root) collectTags(root, undefined, MAX_DEPTH, tags)
  return tags
}

/** A table on the way. */
interface OpenTable {
  /** Rows that have begun. */
  rows: number
  /** For each column the row from which it is free of the cells above. */
  free: number[]
}

/** No table of a page has more columns, and no cell reaches over more. */
const MAX_COLUMNS = 100
const MAX_ROWS = 1_000

const parseSpan = (value: unknown, most: number): number =>
  typeof value === 'number' ? Math.min(value, most) : 1

function collectTags(
  element: StructureElement,
  tag: StructureTag | undefined,
  depth: number,
  tags: Map<number, StructureTag>,
  table?: OpenTable,
): void {
  const number = contentNumber(element)
  if (number !== null && tag) tags.set(number, tag)
  if (!Array.isArray(element.children) || depth === 0) return
  if (table && !tag?.cell && element.role === 'TR') {
    collectRowTags(element.children, depth, tags, table)
    return
  }
  const own = inheritedTag(element, tag)
  const around = element.role === 'Table' ? (table ?? { rows: 0, free: [] }) : table
  for (const child of element.children) collectTags(child, own, depth - 1, tags, around)
}

/** Places the cells of a row as a browser does; all that is in a cell is the cell's, tables too. */
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
    while ((table.free[column] ?? 0) > row) column += 1
    if (column >= MAX_COLUMNS) return
    collectTags(child, { level: 0, cell: { table, row, column } }, depth - 1, tags, table)
    const behind = column + parseSpan(child.colSpan, MAX_COLUMNS)
    for (; column < behind; column += 1) table.free[column] = row + parseSpan(child.rowSpan, MAX_ROWS)
  }
}

/** The number of content on the page; null for elements. */
function contentNumber({ type, id }: StructureElement): number | null {
  const digits = type === 'content' ? /_mc(\d+)$/.exec(String(id))?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

/** What stands in an element belongs to it, unless it says nothing; all that is in a heading or a cell is theirs. */
function inheritedTag({ role }: StructureElement, tag: StructureTag | undefined): StructureTag | undefined {
  if (typeof role !== 'string' || NEUTRAL_ROLES.has(role) || (tag && (tag.level > 0 || tag.cell))) return tag
  return { level: headingLevelOfRole(role) }
}

/** The heading that all words of a row belong to. */
function headingTagOf({ line }: TextRow): StructureTag | undefined {
  const tag = line.words[0]?.tag
  return tag && tag.level > 0 && line.words.every((word) => word.tag === tag) ? tag : undefined
}

/** The headings that a tagged file names; complete where there are enough of them. */
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
  return { levels, complete: levels.size >= MIN_HEADINGS }
}
