import { expect, test } from 'vitest'
import { glyphs, plain, style } from '../testing/page-of-lines.ts'
import { linesOf } from './lines.ts'
import { wordsOf } from './words.ts'

const textsOf = (all: Parameters<typeof wordsOf>[0]) => linesOf(1, wordsOf(all)).map(({ text }) => text)

test('words are parted by spaces and by gaps, ideographs stand together', () => {
  expect(textsOf([...glyphs('one', 50, 100), ...glyphs('two', 69, 100)])).toEqual(['one two'])
  expect(textsOf(glyphs('潮位 记录', 50, 100))).toEqual(['潮位 记录'])
  expect(textsOf([...glyphs('潮位', 50, 100), ...glyphs('记录', 73, 100)])).toEqual(['潮位记录'])
})

test('a space that the next letter is painted over is the place of a hyphen, and no gap', () => {
  const [im, , prove] = [glyphs('im', 50, 100), null, glyphs('prove', 60, 100)]
  const space = { text: ' ', x0: 60, x1: 65, y: 100, style: plain, artifact: false }
  expect(textsOf([...im, space, ...prove])).toEqual(['improve'])
})

test('accents painted apart come onto their letters', () => {
  const accent = { text: '\u0301', x0: 65, x1: 70, y: 100, style: plain, artifact: false }
  const [c, a, s] = [...glyphs('cas', 60, 100)]
  if (!c || !a || !s) throw new Error('three glyphs')
  expect(textsOf([c, accent, a, s])).toEqual(['cás'])
})

test('raised figures stay on the line of their word, columns side by side do not become one line', () => {
  const raised = glyphs('2', 60, 96, style(6))
  expect(textsOf([...glyphs('km', 50, 100), ...raised])).toEqual(['km2'])
  expect(textsOf([...glyphs('left column', 50, 100), ...glyphs('right one', 300, 100)])).toEqual([
    'left column',
    'right one',
  ])
})
