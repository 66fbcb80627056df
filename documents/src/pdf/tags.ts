import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextRow } from './items.ts'
import type { Taught } from './outline.ts'
import type { Tag } from './page-content.ts'

/** As pdf.js gives an element: with a role, or content by its number on the page. */
interface Element {
  role?: unknown
  type?: unknown
  id?: unknown
  children?: unknown
  /** Of a cell, where it reaches over more than one. */
  colSpan?: unknown
  rowSpan?: unknown
}

/** Deeper than any program nests its elements. */
const DEEPEST = 64
/** Fewer headings, and the file is one whose writer made headings by hand. */
const FEWEST_HEADINGS = 3
/** Elements that say no more than that there is something. */
const sayNothing = new Set(['Root', 'Document', 'Part', 'Art', 'Div', 'NonStruct', 'Private'])

function levelOf(role: string): number {
  if (role === 'Title' || role === 'H') return 1
  return Number(/^H([1-6])$/.exec(role)?.[1] ?? 0)
}

/** What the marks on a page stand for, by their numbers. */
export async function tagsOf(page: PDFPageProxy): Promise<Map<number, Tag>> {
  const tags = new Map<number, Tag>()
  // A tree that is broken tells nothing.
  const root: Element | null = await page.getStructTree().catch(() => null)
  if (root) note(root, undefined, DEEPEST, tags)
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
const MOST_COLUMNS = 100
const MOST_ROWS = 1_000

const spanOf = (value: unknown, most: number): number =>
  typeof value === 'number' ? Math.min(value, most) : 1

function note(
  element: Element,
  tag: Tag | undefined,
  depth: number,
  tags: Map<number, Tag>,
  table?: OpenTable,
): void {
  const number = numberOf(element)
  if (number !== null && tag) tags.set(number, tag)
  if (!Array.isArray(element.children) || depth === 0) return
  if (table && !tag?.cell && element.role === 'TR') {
    noteRow(element.children, depth, tags, table)
    return
  }
  const own = inside(element, tag)
  const around = element.role === 'Table' ? (table ?? { rows: 0, free: [] }) : table
  for (const child of element.children) note(child, own, depth - 1, tags, around)
}

/** Places the cells of a row as a browser does; all that is in a cell is the cell's, tables too. */
function noteRow(children: Element[], depth: number, tags: Map<number, Tag>, table: OpenTable): void {
  const row = table.rows
  table.rows += 1
  let column = 0
  for (const child of children.filter(({ role }) => role === 'TD' || role === 'TH')) {
    while ((table.free[column] ?? 0) > row) column += 1
    if (column >= MOST_COLUMNS) return
    note(child, { level: 0, cell: { table, row, column } }, depth - 1, tags, table)
    const behind = column + spanOf(child.colSpan, MOST_COLUMNS)
    for (; column < behind; column += 1) table.free[column] = row + spanOf(child.rowSpan, MOST_ROWS)
  }
}

/** The number of content on the page; null for elements. */
function numberOf({ type, id }: Element): number | null {
  const digits = type === 'content' ? /_mc(\d+)$/.exec(String(id))?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

/** What stands in an element belongs to it, unless it says nothing; all that is in a heading or a cell is theirs. */
function inside({ role }: Element, tag: Tag | undefined): Tag | undefined {
  if (typeof role !== 'string' || sayNothing.has(role) || (tag && (tag.level > 0 || tag.cell))) return tag
  return { level: levelOf(role) }
}

/** The heading that all words of a row belong to. */
function headingOf({ line }: TextRow): Tag | undefined {
  const tag = line.words[0]?.tag
  return tag && tag.level > 0 && line.words.every((word) => word.tag === tag) ? tag : undefined
}

/** The headings that a tagged file names; complete where there are enough of them. */
export function taughtByTags(rows: readonly TextRow[]): Taught {
  const levels: Taught['levels'] = new Map()
  let first: TextRow | undefined
  let last: Tag | undefined
  for (const row of rows) {
    const tag = headingOf(row)
    if (tag && tag === last && first) levels.get(first)?.rows.push(row)
    else if (tag) {
      levels.set(row, { level: tag.level, rows: [row] })
      first = row
    }
    last = tag
  }
  return { levels, complete: levels.size >= FEWEST_HEADINGS }
}
