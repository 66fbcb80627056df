import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextRow } from './items.ts'
import type { Line } from './lines.ts'
import type { Taught } from './outline.ts'
import type { Tag } from './page-content.ts'
import type { Word } from './words.ts'

/** As pdf.js gives an element: with a role, or content by its number on the page. */
interface Element {
  role?: unknown
  type?: unknown
  id?: unknown
  children?: unknown
}

/** Deeper than any program nests its elements. */
const DEEPEST = 64
/** So much of the text has to stand in elements that say something before they are believed. */
const COVERED = 0.8
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

function note(element: Element, tag: Tag | undefined, depth: number, tags: Map<number, Tag>): void {
  const number = numberOf(element)
  if (number !== null && tag) tags.set(number, tag)
  if (!Array.isArray(element.children) || depth === 0) return
  const own = inside(element, tag)
  for (const child of element.children) note(child, own, depth - 1, tags)
}

/** The number of content on the page; null for elements. */
function numberOf({ type, id }: Element): number | null {
  const digits = type === 'content' ? /_mc(\d+)$/.exec(String(id))?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

/** What stands in an element belongs to it, unless it says nothing; all that is in a heading is the heading's. */
function inside({ role }: Element, tag: Tag | undefined): Tag | undefined {
  if (typeof role !== 'string' || sayNothing.has(role) || (tag && tag.level > 0)) return tag
  return { level: levelOf(role) }
}

const lengthOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** Whether the structure of a tagged file holds nearly all of its text. */
export function isStructured(lines: readonly Line[]): boolean {
  const words = lines.flatMap((line) => line.words).filter(({ artifact }) => !artifact)
  return lengthOf(words.filter(({ tag }) => tag !== undefined)) >= COVERED * lengthOf(words)
}

/** What the file says belongs to no text: running heads, page numbers. */
export const isArtifact = ({ words }: Line): boolean => words.every(({ artifact }) => artifact)

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
