// Replaces text of a Word file as a tracked change.
import type { XmlElement } from '../../xml.ts'
import { piecesIn, type TextFlow, type TextRange } from './locate-text.ts'
import {
  editsOf,
  insertAt,
  ORDER,
  type PartEdits,
  placeOf,
  runProperties,
  sourceOffsets,
} from './part-edits.ts'

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
