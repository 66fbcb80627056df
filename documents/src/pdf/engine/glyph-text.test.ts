import { expect, test } from 'vitest'
import { glyphText, isHiddenText, isUnmapped } from './glyph-text.ts'

test('radicals are the ideographs that were meant, ligatures are letters', () => {
  expect([...'⻓⻅⻋⻚⽣⽂⾏⼾'].map(glyphText).join('')).toBe('长见车页生文行户')
  expect(glyphText('ﬁ')).toBe('fi')
})

test('signs keep the form that says something: full-width punctuation, raised figures, fractions, circles', () => {
  const signs = ['，', '（', '⁵', '½', '①', '…', '㎡']
  expect(signs.map(glyphText)).toEqual(signs)
})

test('dashes that look alike are the one that people write', () => {
  expect(['‐', '‑', '‒', '―', '–', '—', '-'].map(glyphText)).toEqual(['-', '-', '–', '—', '–', '—', '-'])
})

test('what has no width is left out, and tags that spell a sentence are told', () => {
  expect(glyphText('\u200B')).toBe('')
  expect(glyphText('\u{E0041}')).toBe('')
  expect(isHiddenText('\u{E0041}', '')).toBe(true)
  expect(isHiddenText('\u200B', '')).toBe(false)
})

test('no sign that a database refuses comes into the text', () => {
  expect(['\u0000', '\u0001', '\uD800'].map(glyphText)).toEqual(['\uFFFD', '\uFFFD', '\uFFFD'])
})

test('private letters and control signs are unmapped', () => {
  expect(['\uE000', '\u0001', '\uFFFD'].map(isUnmapped)).toEqual([true, true, true])
  expect(isUnmapped('文')).toBe(false)
})
