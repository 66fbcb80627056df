import type { Block, NoteMark, TextLine } from '../document.ts'
import { comparableForm } from '../structure/comparable-form.ts'
import { withWaysBack } from '../structure/notes.ts'
import { isRaised, type Line } from './lines.ts'
import { isSpaced } from './words.ts'

/** A stretch of a block's text that is set as marks of notes are. */
interface RaisedMark {
  start: number
  end: number
  label: string
  page: number
}

const labelPattern = /\d{1,3}|[*∗†‡§¶]{1,3}/g
const ofNote = /^[[(]?(\d{1,3}|[*∗†‡§¶]{1,3})[\])]?/
/** What a raised figure behind it is a power of: another figure that is no year, or a single letter of a formula. */
const power = /(?:[\d)\]]|(?<![\p{L}\p{M}])[a-zα-ω])$/iu

const year = /(?<!\d)(?:19|20)\d\d$/
/** Enough of a text's end to tell both. */
const TAIL = -5

const isPower = (before: string): boolean => power.test(before) && !year.test(before)

/** Where words of a line that may be marks stand in its text. */
function inLine(line: Line): RaisedMark[] {
  const marks: RaisedMark[] = []
  let text = ''
  line.words.forEach((word, at) => {
    const last = line.words[at - 1]
    const spaced = last !== undefined && isSpaced(last, word)
    if (isRaised(word, line) && at > 0 && !isPower(text.slice(TAIL))) {
      const from = text.length + (spaced ? 1 : 0)
      for (const { 0: label, index } of word.text.matchAll(labelPattern))
        marks.push({ start: from + index, end: from + index + label.length, label, page: line.page })
    }
    text += spaced ? ` ${word.text}` : word.text
  })
  return marks
}

/** Marks in the text of a block that these lines have become. */
export const raisedMarks = (lines: readonly Line[], places: readonly TextLine[]): RaisedMark[] =>
  lines.flatMap((line, at) => {
    const from = places[at]?.start ?? 0
    return inLine(line).map((mark) => ({ ...mark, start: mark.start + from, end: mark.end + from }))
  })

const sameLabel = (label: string): string => label.replaceAll('∗', '*')

/**
 * Leads raised marks to the notes of their page that begin with the same; each note has one. What has no note is a mark
 * of citation, or part of a formula, and leads nowhere.
 */
export function linkedNotes(
  blocks: readonly Block[],
  marks: ReadonlyMap<Block, readonly RaisedMark[]>,
): Block[] {
  const notes = new Map<string, number>()
  blocks.forEach(({ type, text, page }, at) => {
    const label = type === 'footnote' ? ofNote.exec(comparableForm(text))?.[1] : undefined
    if (label && !notes.has(`${page} ${sameLabel(label)}`)) notes.set(`${page} ${sameLabel(label)}`, at)
  })
  if (notes.size === 0) return [...blocks]
  const linked = blocks.map((block): Block => {
    const found = (marks.get(block) ?? []).flatMap(({ start, end, label, page }): NoteMark[] => {
      const key = `${page} ${sameLabel(label)}`
      const note = notes.get(key)
      if (note === undefined || block.type === 'footnote') return []
      notes.delete(key)
      return [{ start, end, label, note }]
    })
    return found.length > 0 ? { ...block, notes: found } : block
  })
  return withWaysBack(linked)
}
