import type { Block, NoteMark, TextLine } from '../document.ts'
import { comparableForm } from '../structure/comparable-form.ts'
import { withBacklinks } from '../structure/notes.ts'
import { isRaised, type PdfLine } from './lines.ts'
import { needsSpace } from './words.ts'

/** A stretch of a block's text that is set as marks of notes are. */
interface RaisedMark {
  start: number
  end: number
  label: string
  page: number
}

const NOTE_LABEL = /\d{1,3}|[*∗†‡§¶]{1,3}/g
const NOTE_START = /^[[(]?(\d{1,3}|[*∗†‡§¶]{1,3})[\])]?/
/** What a raised figure behind it is a power of: another figure that is no year, or a single letter of a formula. */
const POWER_BASE_END = /(?:[\d)\]]|(?<![\p{L}\p{M}])[a-zα-ω])$/iu

const YEAR_END = /(?<!\d)(?:19|20)\d\d$/
/** Enough of a text's end to tell both. */
const TAIL_OFFSET = -5

const isPower = (before: string): boolean => POWER_BASE_END.test(before) && !YEAR_END.test(before)

/** Where words of a line that may be marks stand in its text. */
function lineMarks(line: PdfLine): RaisedMark[] {
  const marks: RaisedMark[] = []
  let text = ''
  line.words.forEach((word, at) => {
    const last = line.words[at - 1]
    const spaced = last !== undefined && needsSpace(last, word)
    if (isRaised(word, line) && at > 0 && !isPower(text.slice(TAIL_OFFSET))) {
      const from = text.length + (spaced ? 1 : 0)
      for (const { 0: label, index } of word.text.matchAll(NOTE_LABEL))
        marks.push({ start: from + index, end: from + index + label.length, label, page: line.page })
    }
    text += spaced ? ` ${word.text}` : word.text
  })
  return marks
}

/** Marks in the text of a block that these lines have become. */
export const findRaisedMarks = (lines: readonly PdfLine[], places: readonly TextLine[]): RaisedMark[] =>
  lines.flatMap((line, at) => {
    const from = places[at]?.start ?? 0
    return lineMarks(line).map((mark) => ({ ...mark, start: mark.start + from, end: mark.end + from }))
  })

const normaliseLabel = (label: string): string => label.replaceAll('∗', '*')

/**
 * Leads raised marks to the notes of their page that begin with the same; each note has one. What has no note is a mark
 * of citation, or part of a formula, and leads nowhere.
 */
export function linkRaisedNotes(
  blocks: readonly Block[],
  marks: ReadonlyMap<Block, readonly RaisedMark[]>,
): Block[] {
  const notes = new Map<string, number>()
  blocks.forEach(({ type, text, page }, at) => {
    const label = type === 'footnote' ? NOTE_START.exec(comparableForm(text))?.[1] : undefined
    if (label && !notes.has(`${page} ${normaliseLabel(label)}`))
      notes.set(`${page} ${normaliseLabel(label)}`, at)
  })
  if (notes.size === 0) return [...blocks]
  const linked = blocks.map((block): Block => {
    const found = (marks.get(block) ?? []).flatMap(({ start, end, label, page }): NoteMark[] => {
      const key = `${page} ${normaliseLabel(label)}`
      const note = notes.get(key)
      if (note === undefined || block.type === 'footnote') return []
      notes.delete(key)
      return [{ start, end, label, note }]
    })
    return found.length > 0 ? { ...block, notes: found } : block
  })
  return withBacklinks(linked)
}
