import { expect, test } from 'vitest'
import type { Block } from '../../document.ts'
import { glyphStyle, glyphsOf, plainStyle } from '../../testing/page-of-lines.ts'
import { createLine, type PdfLine } from '../page/lines.ts'
import { groupWords } from '../page/words.ts'
import { joinLineTexts } from './join-text.ts'
import { findRaisedMarks, linkRaisedNotes } from './note-marks.ts'

const small = glyphStyle(6)

/** A line of pieces; what begins with ^ is raised. */
function lineFrom(y: number, ...pieces: string[]): PdfLine {
  let x = 50
  const all = pieces.flatMap((piece) => {
    const isRaised = piece.startsWith('^')
    const text = isRaised ? piece.slice(1) : piece
    const made = glyphsOf(text, x, isRaised ? y - 4 : y, isRaised ? small : plainStyle)
    x = made.at(-1)?.x1 ?? x
    return made
  })
  const line = createLine(1, groupWords(all))
  if (!line) throw new Error('a line has words')
  return line
}

function blockOf(type: Block['type'], ...lines: PdfLine[]) {
  const { text, lines: places } = joinLineTexts(lines, new Set())
  const block: Block = { type, text, page: 1, boxes: [], lines: places }
  return { block, marks: findRaisedMarks(lines, places) }
}

test('a raised mark leads to the note of its page that begins with it', () => {
  const all = [
    blockOf(
      'paragraph',
      lineFrom(100, 'Some words stand here'),
      lineFrom(112, 'and others of 2023', '^1', ' go on', '^*'),
    ),
    blockOf('footnote', lineFrom(700, '^1', ' The note.')),
    blockOf('footnote', lineFrom(712, '* Another one.')),
  ]
  const blocks = linkRaisedNotes(
    all.map(({ block }) => block),
    new Map(all.map(({ block, marks }) => [block, marks])),
  )
  const [{ text = '', notes = [] } = {}] = blocks
  expect(notes.map(({ start, end, label, note }) => [text.slice(start, end), label, note])).toEqual([
    ['¹', '1', 1],
    ['*', '*', 2],
  ])
  expect(text.slice(0, notes[0]?.start)).toBe('Some words stand here and others of 2023')
  expect(blocks.map(({ marked_in }) => marked_in)).toEqual([undefined, 0, 0])
})

test('powers, citations and figures on the line lead nowhere', () => {
  const all = [
    blockOf('paragraph', lineFrom(100, 'The area is 10', '^1', ' times x', '^1', ' of all 1 points', '^7')),
    blockOf('footnote', lineFrom(700, '1 The note.')),
  ]
  const blocks = linkRaisedNotes(
    all.map(({ block }) => block),
    new Map(all.map(({ block, marks }) => [block, marks])),
  )
  expect(blocks.map(({ notes, marked_in }) => [notes, marked_in])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})
