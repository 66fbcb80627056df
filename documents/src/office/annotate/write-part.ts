import { elementsOf, type XmlElement } from '../../xml.ts'
import {
  type ChildEdits,
  type PartEdits,
  runProperties,
  type Splice,
  sourceOffsets,
  spanOf,
} from './part-edits.ts'

/** Returns the XML of a part with its comments and tracked changes, null when it has none. */
export function writePart(part: PartEdits): string | null {
  const { source, runs, splices } = part
  if (runs.size === 0 && splices.length === 0) return null
  const divided = [...runs].map((run): Splice => {
    const { start, end } = spanOf(part, run)
    return { start, end, order: 0, text: writeRun(part, run) }
  })
  const ordered = [...splices, ...divided].sort(
    (a, b) => a.start - b.start || a.end - b.end || a.order - b.order,
  )
  const written: string[] = []
  let position = 0
  for (const { start, end, text } of ordered) {
    written.push(source.text.slice(position, start), text)
    position = end
  }
  return written.join('') + source.text.slice(position)
}

/** A piece of a run: content that stays, deleted content with the opening tag of the change, or markup between runs. */
type RunStep = { content: string } | { deleted: string; open: string } | { markup: string }

/** Writes a run as several runs with the same format, divided at the edits of its children. */
function writeRun(part: PartEdits, run: XmlElement): string {
  const { text } = part.source
  const { start, contentStart, contentEnd, end } = spanOf(part, run)
  const open = text.slice(start, contentStart) + runProperties(part, run)
  const close = text.slice(contentEnd, end)
  const steps = elementsOf(run)
    .filter(({ name }) => name !== 'w:rPr')
    .flatMap((child) => childSteps(part, child))
  const parts: string[] = []
  let isOpen = false
  const setOpen = (shouldBeOpen: boolean) => {
    if (shouldBeOpen !== isOpen) parts.push(shouldBeOpen ? open : close)
    isOpen = shouldBeOpen
  }
  for (const step of steps) {
    setOpen('content' in step)
    if ('content' in step) parts.push(step.content)
    else if ('markup' in step) parts.push(step.markup)
    else parts.push(step.open, open, step.deleted, close, part.markup.deletionEnd)
  }
  setOpen(false)
  return parts.join('')
}

/** Returns the edits of a child of a run in the order of the text, with the text between them. */
function childSteps(part: PartEdits, child: XmlElement): RunStep[] {
  const { start, end } = spanOf(part, child)
  const whole = { content: part.source.text.slice(start, end) }
  const edits = part.children.get(child)
  if (!edits) return [whole]
  const offsets = sourceOffsets(part, child)
  const markupAt = Map.groupBy(
    edits.cuts.toSorted((a, b) => a.order - b.order),
    ({ offset }) => offset,
  )
  const stops = stopsOf(edits, offsets ? offsets.length - 1 : 1)
  return stops.flatMap((stop, index): RunStep[] => {
    const until = stops[index + 1]
    const between = (markupAt.get(stop) ?? []).map(({ markup }) => ({ markup }))
    if (until === undefined) return between
    const text = offsets && part.source.text.slice(offsets[stop], offsets[until])
    return [...between, text === null ? whole : textStep(part, edits, text, stop)]
  })
}

/** Returns the offsets at which a child is divided, with its beginning and its end, in ascending order. */
function stopsOf({ cuts, deletions }: ChildEdits, length: number): number[] {
  const stops = new Set([0, length])
  for (const { offset } of cuts) stops.add(offset)
  for (const { start, end } of deletions) stops.add(start).add(end)
  return [...stops].sort((a, b) => a - b)
}

/** Returns a piece of text that begins at an offset, as deleted when a deletion covers it. */
function textStep({ markup }: PartEdits, { deletions }: ChildEdits, xml: string, offset: number): RunStep {
  const deletion = deletions.find(({ start, end }) => start <= offset && end > offset)
  if (!deletion) return { content: markup.rawText(xml) }
  return { deleted: markup.rawText(xml, 'delText'), open: deletion.open }
}
