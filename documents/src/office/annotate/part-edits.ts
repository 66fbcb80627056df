// Collects comments and tracked changes for the XML of one part of a Word file. Nothing is written here: `writePart`
// applies the collected edits.
import { elementsOf, elementText, type XmlElement, type XmlSource, type XmlSpan } from '../../xml.ts'
import { unitOffsets } from './text-offsets.ts'
import type { WordMarkup } from './word-markup.ts'

/** Markup that divides a run within one of its children, or before or after it. */
interface Cut {
  /** Offset in the text of the child; for a child that cannot be divided, 0 is before it and 1 after it. */
  offset: number
  /** See `ORDER`. */
  order: number
  markup: string
}

/** The edits of one child of a run. */
export interface ChildEdits {
  cuts: Cut[]
  /** Ranges of its text that tracked changes delete, without overlap; `open` is the tag that begins the change. */
  deletions: { start: number; end: number; open: string }[]
}

/** Replacement of a range of the XML of a part; at one offset those with a lower order come first. */
export interface Splice {
  start: number
  end: number
  order: number
  text: string
}

/** A part of a Word file with the comments and tracked changes that `writePart` will insert. */
export interface PartEdits {
  source: XmlSource
  markup: WordMarkup
  parents: ReadonlyMap<XmlElement, XmlElement>
  /** Runs that are divided, and the edits of their children. */
  runs: Set<XmlElement>
  children: Map<XmlElement, ChildEdits>
  /** Markup between elements. */
  splices: Splice[]
  /** Results of `sourceOffsets`, by element. */
  offsets: Map<XmlElement, number[] | null>
}

/** Returns a part without edits. */
export const createPartEdits = (source: XmlSource, markup: WordMarkup): PartEdits => ({
  source,
  markup,
  parents: findParents(source.root),
  runs: new Set(),
  children: new Map(),
  splices: [],
  offsets: new Map(),
})

/** Returns the parent of each element below the root. */
function findParents(root: XmlElement): Map<XmlElement, XmlElement> {
  const parents = new Map<XmlElement, XmlElement>()
  const pending = [root]
  for (let parent = pending.pop(); parent; parent = pending.pop())
    for (const element of elementsOf(parent)) {
      parents.set(element, parent)
      pending.push(element)
    }
  return parents
}

/** Returns the ancestors of an element, from its parent up. */
export function ancestorsOf({ parents }: Pick<PartEdits, 'parents'>, element: XmlElement): XmlElement[] {
  const path: XmlElement[] = []
  for (let at = parents.get(element); at; at = parents.get(at)) path.push(at)
  return path
}

/**
 * Returns the range of an element in the XML of the part.
 *
 * @throws Error for an element of another part, which is a mistake of the caller.
 */
export function spanOf({ source }: PartEdits, element: XmlElement): XmlSpan {
  const span = source.spans.get(element)
  if (!span) throw new Error('an element of another part')
  return span
}

/** Returns the offset in the XML of each unit of a text element and of its end; null when it cannot be divided. */
export function sourceOffsets(part: PartEdits, element: XmlElement): number[] | null {
  if (element.name !== 'w:t') return null
  const cached = part.offsets.get(element)
  if (cached !== undefined) return cached
  const { contentStart, contentEnd } = spanOf(part, element)
  const relative = unitOffsets(part.source.text.slice(contentStart, contentEnd), elementText(element))
  const offsets = relative?.map((at) => at + contentStart) ?? null
  part.offsets.set(element, offsets)
  return offsets
}

/** Returns the XML of the formatting of a run (`<w:rPr>…</w:rPr>`), '' when it has none. */
export function runProperties(part: PartEdits, run: XmlElement): string {
  const properties = elementsOf(run).find(({ name }) => name === 'w:rPr')
  if (!properties) return ''
  const { start, end } = spanOf(part, properties)
  return part.source.text.slice(start, end)
}

/**
 * Order of insertions at one offset, the lowest first: inserted text is within a comment that ends there, and a comment
 * that begins there follows one that ends there.
 */
export const ORDER = { insertion: 1, rangeEnd: 2, rangeStart: 3 }

/** Markup to insert, and where in relation to an element. */
interface Insertion {
  side: 'before' | 'after'
  /** Offset in the text of the element, where that can be divided. */
  offset: number
  order: number
  markup: string
}

/** Inserts markup before or after an element, or in its text. */
export function insertAt(
  part: PartEdits,
  element: XmlElement,
  { side, offset, order, markup }: Insertion,
): void {
  const place = placeOf(part, element)
  if ('sibling' in place) {
    const { start, end } = spanOf(part, place.sibling)
    const at = side === 'before' ? start : end
    part.splices.push({ start: at, end: at, order, text: markup })
    return
  }
  const isDivided = place.child === element && sourceOffsets(part, element) !== null
  const edgeOffset = side === 'before' ? 0 : 1
  editsOf(part, place.run, place.child).cuts.push({ offset: isDivided ? offset : edgeOffset, order, markup })
}

/** Elements in which runs, and the marks of comments between them, may stand. */
const RUN_CONTAINERS = new Set([
  'w:p',
  'w:hyperlink',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:sdtContent',
  'w:customXml',
  'w:fldSimple',
  'w:dir',
  'w:bdo',
])

/** Where markup can stand: in a run, which is then divided, or directly before or after an element. */
type Place = { run: XmlElement; child: XmlElement } | { sibling: XmlElement }

/**
 * Returns where markup before or after an element can stand: at the nearest element around it, or the element itself,
 * that is a child of a run container or of a run in one. A text box is never divided from outside.
 */
export function placeOf(part: PartEdits, element: XmlElement): Place {
  const path = [element, ...ancestorsOf(part, element)]
  const box = path.findLastIndex(({ name }) => name === 'w:txbxContent')
  for (let at = box + 1; at < path.length; at += 1) {
    const [child, parent, above] = [path[at], path[at + 1], path[at + 2]]
    if (child && parent && RUN_CONTAINERS.has(parent.name)) return { sibling: child }
    if (child && parent?.name === 'w:r' && above && RUN_CONTAINERS.has(above.name))
      return { run: parent, child }
  }
  return { sibling: element }
}

/** Returns the edits of a child of a run, which are created on first use, and marks the run as divided. */
export function editsOf({ runs, children }: PartEdits, run: XmlElement, child: XmlElement): ChildEdits {
  runs.add(run)
  const edits = children.get(child) ?? { cuts: [], deletions: [] }
  children.set(child, edits)
  return edits
}
