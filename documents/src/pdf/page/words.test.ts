import { expect, test } from 'vitest'
import { glyphStyle, glyphsOf, plainStyle } from '../../testing/page-of-lines.ts'
import { groupLines } from './group-lines.ts'
import { groupWords } from './words.ts'

const textsOf = (all: Parameters<typeof groupWords>[0]) =>
  groupLines(1, groupWords(all)).map(({ text }) => text)

test('words are parted by spaces and by gaps, ideographs stand together', () => {
  expect(textsOf([...glyphsOf('one', 50, 100), ...glyphsOf('two', 69, 100)])).toEqual(['one two'])
  expect(textsOf(glyphsOf('潮位 记录', 50, 100))).toEqual(['潮位 记录'])
  expect(textsOf([...glyphsOf('潮位', 50, 100), ...glyphsOf('记录', 73, 100)])).toEqual(['潮位记录'])
})

test('a space that the next letter is painted over is the place of a hyphen, and no gap', () => {
  const [im, , prove] = [glyphsOf('im', 50, 100), null, glyphsOf('prove', 60, 100)]
  const space = { text: ' ', x0: 60, x1: 65, y: 100, style: plainStyle, artifact: false }
  expect(textsOf([...im, space, ...prove])).toEqual(['improve'])
})

test('accents painted apart come onto their letters', () => {
  const accent = { text: '\u0301', x0: 65, x1: 70, y: 100, style: plainStyle, artifact: false }
  const [c, a, s] = [...glyphsOf('cas', 60, 100)]
  if (!c || !a || !s) throw new Error('three glyphs')
  expect(textsOf([c, accent, a, s])).toEqual(['cás'])
})

test('raised figures stay on the line of their word, columns side by side do not become one line', () => {
  const raised = glyphsOf('2', 60, 96, glyphStyle(6))
  expect(textsOf([...glyphsOf('km', 50, 100), ...raised])).toEqual(['km2'])
  expect(textsOf([...glyphsOf('left column', 50, 100), ...glyphsOf('right one', 300, 100)])).toEqual([
    'left column',
    'right one',
  ])
})
