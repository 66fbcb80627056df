import { expect, test } from 'vitest'
import { isWithinDistance } from './edit-distance.ts'

/** The definition, written out. */
function distance(a: string, b: string): number {
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? 0
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 1; j <= b.length; j += 1) rows[0]?.push(j)
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const ways = [cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + change]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(cell(i - 2, j - 2) + 1)
      rows[i]?.push(Math.min(...ways))
    }
  return cell(a.length, b.length)
}

const near = (a: string, b: string, most: number) => {
  const bytes = Buffer.from(`=${b}`)
  return isWithinDistance(Buffer.from(a), bytes, 1, bytes.length, most)
}

test('a slip of the pen is near: a letter too many, too few, another one, or two that changed places', () => {
  for (const wrong of ['attentiion', 'atention', 'attantion', 'attnetion'])
    expect([near(wrong, 'attention', 1), near(wrong, 'attraction', 1)]).toEqual([true, false])
  expect([near('', '', 1), near('', 'ab', 1), near('ab', '', 2), near('x'.repeat(300), 'y', 2)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('words are as near as the definition says, whatever they are', () => {
  const words: string[] = []
  for (let number = 0; number < 364; number += 1) words.push(number.toString(3).replaceAll('0', 'z'))
  for (const a of words)
    for (const b of words.filter((_, at) => at % 7 === 0))
      for (const most of [1, 2])
        if (near(a, b, most) !== distance(a, b) <= most) expect.fail(`${a} ${b} ${most}`)
})
