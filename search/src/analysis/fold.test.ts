import { expect, test } from 'vitest'
import { fold } from './fold.ts'

const folded = (text: string) => fold(text, false).text

test.each([
  ['Straße Œuvre Łódź', 'strasse oeuvre lodz'],
  ['naïve Gödel', 'naive godel'],
  ['e\u0301tude', 'etude'],
  ['ﬁne ½ ㎏ ①', 'fine 1\u20442 kg 1'],
  ['H₂O x²', 'h2o x2'],
  ['Ａｂｃ　（１）', 'abc (1)'],
  ['BERT™ 3…', 'bert  3 '],
  ['soft\u00adware zero\u200bwidth', 'software zero width'],
  ['Navier–Stokes don’t', "navier-stokes don't"],
  ['學術後裏 體育', '学术后里 体育'],
  ['\u2f00\u2f79', '一网'],
  ['ｶﾞ が か\u3099', 'ガ が が'],
  ['\u1112\u1161\u11ab', '한'],
  ['𝒙 😀 𠮷', 'x   𠮷'],
  ['\ud800x\udc00', ' x '],
  ['ΑΒΓ ς ά', 'αβγ σ α'],
  ['й ё', 'й ё'],
])('%s folds to %s', (text, expected) => {
  expect(folded(text)).toBe(expected)
})

test('each folded unit knows the units it stands for', () => {
  const text = 'aﬁ e\u0301𝒙机器'
  const { text: plain, starts, ends } = fold(text, true)
  const sources = [...plain].map((_, i) => text.slice(starts?.[i], ends?.[i]))
  expect(plain).toBe('afi ex机器')
  expect(sources).toEqual(['a', 'ﬁ', 'ﬁ', ' ', 'e\u0301', '𝒙', '机', '器'])
})

test('a text of many marks or wide letters folds whole', () => {
  const marks = `a${'\u0301'.repeat(5000)}b`
  expect(folded(marks)).toBe('ab')
  expect(folded('\ufdfa'.repeat(5000))).toHaveLength(18 * 5000)
})
