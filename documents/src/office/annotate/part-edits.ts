// Collects comments and tracked changes for the XML of one part of a Word file. Nothing is written here: `writePart`
// applies the collected edits.
import { elementsOf, elementText, type XmlElement, type XmlSource, type XmlSpan } from '../../xml.ts'
import { piecesIn, type TextFlow, type TextRange } from './locate-text.ts'
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
const ORDER = { insertion: 1, rangeEnd: 2, rangeStart: 3 }

/** Puts the marks of a comment around a range; does nothing when the range touches no element. */
export function addComment(part: PartEdits, range: TextRange, id: number): void {
  const pieces = piecesIn(range.flow, range)
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return
  insertAt(part, first.element, {
    side: 'before',
    offset: Math.max(0, range.start - first.start),
    order: ORDER.rangeStart,
    markup: part.markup.rangeStart(id),
  })
  insertAt(part, last.element, {
    side: 'after',
    offset: Math.min(range.end, last.end) - last.start,
    order: ORDER.rangeEnd,
    markup: part.markup.rangeEnd(id),
  })
}

/** Markup to insert, and where in relation to an element. */
interface Insertion {
  side: 'before' | 'after'
  /** Offset in the text of the element, where that can be divided. */
  offset: number
  order: number
  markup: string
}

/** Inserts markup before or after an element, or in its text. */
function insertAt(part: PartEdits, element: XmlElement, { side, offset, order, markup }: Insertion): void {
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
function placeOf(part: PartEdits, element: XmlElement): Place {
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
function editsOf({ runs, children }: PartEdits, run: XmlElement, child: XmlElement): ChildEdits {
  runs.add(run)
  const edits = children.get(child) ?? { cuts: [], deletions: [] }
  children.set(child, edits)
  return edits
}

/** Puts the marks of a comment around an element. */
export function addCommentAround(part: PartEdits, element: XmlElement, id: number): void {
  const { rangeStart, rangeEnd } = part.markup
  insertAt(part, element, { side: 'before', offset: 0, order: ORDER.rangeStart, markup: rangeStart(id) })
  insertAt(part, element, { side: 'after', offset: 1, order: ORDER.rangeEnd, markup: rangeEnd(id) })
}

/**
 * Replaces the text of ranges as tracked changes, all of them or none.
 *
 * @returns false, with nothing changed, when one of the ranges was not found, spans several paragraphs, or contains a
 * formula, a symbol, text that a tracked change inserted, or text that is replaced already
 */
export function replaceText(
  part: PartEdits,
  replacements: { range: TextRange | null; text: string }[],
): boolean {
  const changes = replacements.flatMap(({ range, text }) => {
    const touched = range && touchedTexts(part, range)
    return touched ? [{ touched, text }] : []
  })
  if (changes.length === 0 || changes.length < replacements.length) return false
  for (const { touched, text } of changes) changeTexts(part, touched, text)
  return true
}

/** A text element of which a change touches the units from `from` to `to`. */
interface TouchedText {
  element: XmlElement
  run: XmlElement
  from: number
  to: number
}

/** Returns the text elements that a replacement touches, null when one of them cannot be changed. */
function touchedTexts(part: PartEdits, range: TextRange): TouchedText[] | null {
  if (!range.isExact) return null
  // An insertion touches the character before it, whose format it takes.
  const reach = range.start === range.end ? { start: range.start - 1, end: range.end } : range
  const pieces = piecesIn(range.flow, reach)
  const touched = pieces.flatMap((piece) => touchedText(part, piece, range) ?? [])
  const isOneParagraph = pieces.every(({ paragraph }) => paragraph === pieces[0]?.paragraph)
  return touched.length > 0 && touched.length === pieces.length && isOneParagraph ? touched : null
}

/** Containers that are tracked changes themselves. */
const CHANGE_CONTAINERS = new Set(['w:ins', 'w:moveTo'])

/** Returns the part of a text element that a replacement of `range` touches, null when it cannot be changed. */
function touchedText(
  part: PartEdits,
  { element, start, end }: TextFlow['pieces'][number],
  range: TextRange,
): TouchedText | null {
  const place = placeOf(part, element)
  if (!('run' in place) || place.child !== element || sourceOffsets(part, element) === null) return null
  const { run } = place
  if (CHANGE_CONTAINERS.has(part.parents.get(run)?.name ?? '')) return null
  const [from, to] = [Math.max(0, range.start - start), Math.min(range.end, end) - start]
  const earlier = part.children.get(element)?.deletions ?? []
  const isReplaced = earlier.some((deletion) => deletion.start < to && deletion.end > from)
  return isReplaced ? null : { element, run, from, to }
}

/** Deletes the touched texts and inserts `text`, unless it is '', after the last of them in the format of the first. */
function changeTexts(part: PartEdits, touched: TouchedText[], text: string): void {
  const { markup } = part
  for (const { element, run, from, to } of touched)
    if (from < to)
      editsOf(part, run, element).deletions.push({ start: from, end: to, open: markup.deletionStart() })
  const [first, last] = [touched[0], touched.at(-1)]
  if (text === '' || !first || !last) return
  const inserted = markup.insertion(`${runProperties(part, first.run)}${markup.text(text)}`)
  const place = { side: 'after', offset: last.to, order: ORDER.insertion, markup: inserted } as const
  insertAt(part, last.element, place)
}
