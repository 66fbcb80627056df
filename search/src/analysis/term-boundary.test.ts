import { expect, test } from 'vitest'
import { TERM_BOUNDARY, termBoundary } from './term-boundary.ts'

const { plain, bound, free } = TERM_BOUNDARY

test.each([
  ['高温', '高温', free],
  ['高温', '夏季，高温，干旱', free],
  ['高温', '台风与高温的成因', free],
  ['高温', '关于高温影响的研究', free],
  ['高温', 'PM2.5高温', plain],
  ['高温', '高温合金', plain],
  ['高温', '耐高温合金', bound],
  ['高温', '耐高温', plain],
  ['神经网络', '基于神经网络的方法', free],
  ['神经网络', '卷积神经网络模型', plain],
])('%s in %s', (term, text, expected) => {
  const start = text.indexOf(term)

  expect(termBoundary(text.toLowerCase(), start, start + term.length)).toBe(expected)
})
