import { expect, test } from 'vitest'
import { inCorners, inDoubleQuotes, inTitleMarks } from './quoted.ts'

test.each([
  ['锂电池', '「锂电池」'],
  ['「内卷」有哪些研究', '「『内卷』有哪些研究」'],
  ['他说「所谓『内卷』不新」', '「他说『所谓「内卷」不新』」'],
  ['只有『一层』', '「只有『一层』」'],
  ['断在「半中', '「断在『半中」'],
])('marks within corner brackets are those of the next level: %s', (text, quoted) => {
  expect(inCorners(text)).toBe(quoted)
})

test('marks within quotation marks and titles are those of the next level', () => {
  expect(inDoubleQuotes('What does “fairness” mean?')).toBe('“What does ‘fairness’ mean?”')
  expect(inDoubleQuotes('plain')).toBe('“plain”')
  expect(inTitleMarks('论《红楼梦》的叙事')).toBe('《论〈红楼梦〉的叙事》')
})
