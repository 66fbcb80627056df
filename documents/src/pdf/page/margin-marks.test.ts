import { expect, test } from 'vitest'
import { glyphStyle, glyphsOf } from '../../testing/page-of-lines.ts'
import { isCountingSequence, withoutMarginMarks } from './margin-marks.ts'
import { buildPage } from './page.ts'
import { emptyPage, type Glyph } from './page-content.ts'

const small = glyphStyle(6)
const sentence = 'Fields were sown late in spring'

/** A page of lines of text with what stands beside them. */
const pageWith = (page: number, beside: (line: number) => Glyph[], lines = 20) =>
  buildPage({
    ...emptyPage(page, 400, 600),
    glyphs: Array.from({ length: lines }, (_, at) => [
      ...beside(at),
      ...glyphsOf(sentence, 100, 80 + at * 20),
    ]).flat(),
  })

const textsOf = (pages: ReturnType<typeof withoutMarginMarks>) =>
  pages.flatMap(({ lines }) => lines.map(({ text }) => text))

test('the numbers of lines are no part of the lines, close to them or on the right, counted through or on each page', () => {
  const left = [0, 1].map((at) =>
    pageWith(at + 1, (line) => {
      const number = String(at * 20 + line + 1)
      return glyphsOf(number, 96 - number.length * 3, 80 + line * 20, small)
    }),
  )
  const right = pageWith(1, (line) =>
    line % 5 === 4 ? glyphsOf(String(line + 1), 270, 80 + line * 20, small) : [],
  )
  for (const pages of [left, [right]])
    expect(new Set(textsOf(withoutMarginMarks(pages)))).toEqual(new Set([sentence]))
})

test('the last page of a counted text has few lines and loses their numbers as well', () => {
  const number = (line: number) => glyphsOf(String(line + 1), 80, 80 + line * 20, small)
  const pages = withoutMarginMarks([pageWith(1, number), pageWith(2, number, 2)])
  expect(new Set(textsOf(pages))).toEqual(new Set([sentence]))
  expect(pages[1]?.asides.map(({ text }) => text)).toEqual(['1 2'])
})

test('signs of a binding line beside the text belong to no line', () => {
  const signs = [...'装订线']
  const page = pageWith(1, (line) =>
    line % 6 === 2 ? glyphsOf(signs[(line - 2) / 6] ?? '', 30, 84 + line * 20, glyphStyle(11)) : [],
  )
  expect(new Set(textsOf(withoutMarginMarks([page])))).toEqual(new Set([sentence]))
})

test('numbers of a list at the edge of one page among several stay, as does what does not count', () => {
  const plain = () => []
  const list = pageWith(3, (line) => glyphsOf(String(line + 1), 80, 80 + line * 20, small))
  expect(textsOf(withoutMarginMarks([pageWith(1, plain), pageWith(2, plain), list]))).toContain('7')
  expect(isCountingSequence([3, 9, 4, 1].map((value, at) => ({ text: String(value), y: at })))).toBe(false)
})
