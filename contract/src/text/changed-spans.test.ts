import { expect, test } from 'vitest'
import { changedSpans } from './changed-spans.ts'

const applied = (before: string, after: string): string => {
  let text = ''
  let at = 0
  for (const span of changedSpans(before, after)) {
    text += before.slice(at, span.start) + span.text
    at = span.end
  }
  return text + before.slice(at)
}

test('only the words and numbers that differ change', () => {
  expect(changedSpans('王五.气象学报，2021，38：1-9.', '王五.气象学报，2022，38：1-10.')).toEqual([
    { start: 8, end: 12, text: '2022' },
    { start: 18, end: 19, text: '10' },
  ])
  expect(changedSpans('same', 'same')).toEqual([])
})

test('words added at the beginning take the character behind them in', () => {
  expect(changedSpans('乙', '甲乙')).toEqual([{ start: 0, end: 1, text: '甲乙' }])
  expect(changedSpans('', '甲')).toEqual([{ start: 0, end: 0, text: '甲' }])
})

test('the spans make the other text of any text, long ones included', () => {
  const words = ['甲', '乙', 'ab', ' ', '，', '12', '.', '𠮷']
  let state = 7
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const text = (length: number) => Array.from({ length }, () => words[next(words.length)]).join('')
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [text(next(30)), text(next(30))]
    expect(applied(before, after)).toBe(after)
  }
  const [before, after] = [text(3_000), text(3_000)]
  expect(applied(before, after)).toBe(after)
})
