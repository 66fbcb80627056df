import type { Block, NoteMark, TextLine } from '../../document.ts'
import { withBacklinks } from '../../structure/notes.ts'
import { comparableForm } from '../../structure/text-forms.ts'
import { isRaised, type PdfLine } from '../page/lines.ts'
import { needsSpace } from '../page/words.ts'

/** A raised number or sign in the text of a block (or of a line), which may be a note mark; `end` is exclusive. */
interface RaisedMark {
  /** In UTF-16 units. */
  start: number
  end: number
  label: string
  page: number
}

/** Returns the possible note marks in the text of a block built from these lines. */
export const findRaisedMarks = (lines: readonly PdfLine[], textLines: readonly TextLine[]): RaisedMark[] =>
  lines.flatMap((line, at) => {
    const from = textLines[at]?.start ?? 0
    return lineMarks(line).map((mark) => ({ ...mark, start: mark.start + from, end: mark.end + from }))
  })

/** Matches the labels in a raised word: numbers and signs. */
const NOTE_LABEL = /\d{1,3}|[*∗†‡§¶]{1,3}/g
/** Length of the end of a text in which a base and a year are recognized, in UTF-16 units. */
const TAIL_CHARS = 5

/** Returns the words of a line that may be note marks, with their offsets in its text. */
function lineMarks(line: PdfLine): RaisedMark[] {
  const marks: RaisedMark[] = []
  let text = ''
  line.words.forEach((word, at) => {
    const last = line.words[at - 1]
    const isSpaced = last !== undefined && needsSpace(last, word)
    if (isRaised(word, line) && at > 0 && !isPower(text.slice(-TAIL_CHARS))) {
      const from = text.length + (isSpaced ? 1 : 0)
      for (const { 0: label, index } of word.text.matchAll(NOTE_LABEL))
        marks.push({ start: from + index, end: from + index + label.length, label, page: line.page })
    }
    text += isSpaced ? ` ${word.text}` : word.text
  })
  return marks
}

/**
 * Matches the base of a power before a raised digit: a digit or closing bracket, or a single letter of a formula.
 * Also matches a year, which `isPower` excludes.
 */
const POWER_BASE_END = /(?:[\d)\]]|(?<![\p{L}\p{M}])[a-zα-ω])$/iu
/** Matches a year at the end of a text, after which a raised number is a note mark. */
const YEAR_END = /(?<!\d)(?:19|20)\d\d$/

/** Returns whether a raised digit after a text is the exponent of a power. */
const isPower = (before: string): boolean => POWER_BASE_END.test(before) && !YEAR_END.test(before)

/** Matches the label with which a note begins, in brackets or not. */
const NOTE_START = /^[[(]?(\d{1,3}|[*∗†‡§¶]{1,3})[\])]?/

/**
 * Returns the blocks with raised marks linked to notes on the same page that begin with the same label; each note has
 * one mark, the first. A mark without a note is a citation or part of a formula and is not linked.
 */
export function linkRaisedNotes(
  blocks: readonly Block[],
  marks: ReadonlyMap<Block, readonly RaisedMark[]>,
): Block[] {
  /** Indices of the notes by page and label. */
  const notes = new Map<string, number>()
  blocks.forEach(({ type, text, page }, at) => {
    const label = type === 'footnote' ? NOTE_START.exec(comparableForm(text))?.[1] : undefined
    if (label && !notes.has(`${page} ${normalizeLabel(label)}`))
      notes.set(`${page} ${normalizeLabel(label)}`, at)
  })
  if (notes.size === 0) return [...blocks]
  const linked = blocks.map((block): Block => {
    const found = (marks.get(block) ?? []).flatMap(({ start, end, label, page }): NoteMark[] => {
      const key = `${page} ${normalizeLabel(label)}`
      const note = notes.get(key)
      if (note === undefined || block.type === 'footnote') return []
      notes.delete(key)
      return [{ start, end, label, note }]
    })
    return found.length > 0 ? { ...block, notes: found } : block
  })
  return withBacklinks(linked)
}

/** Replaces the asterisk operator, which some fonts use as a mark, by an asterisk. */
const normalizeLabel = (label: string): string => label.replaceAll('∗', '*')
