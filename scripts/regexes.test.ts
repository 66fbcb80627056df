import { expect, test } from 'vitest'
import { describeSlowness, findRegexLiterals, findSlowRegexes } from './regexes.ts'

test.each([
  '(a+)+$',
  '\\[\\s*(\\d+(?:[\\s,]+\\s*\\d+)*)\\s*\\]',
  '^(\\s*)(\\s+.*)$',
  '<\\s*(\\w+)\\s*(.*?)\\s*>',
  '\\s+$',
  '\\s*,\\s*',
])('an expression that some text makes slow is refused: %s', (pattern) => {
  expect(describeSlowness({ pattern, flags: '' })).not.toBeNull()
})

test.each(['(?<!\\s)\\s+$', '(?:(?<!\\s)\\s+)?,\\s*', '^[a-z]+$', '\\s{1,8}$', '《[^《》]*》'])(
  'one that reads each character once passes: %s',
  (pattern) => {
    expect(describeSlowness({ pattern, flags: '' })).toBeNull()
  },
)

test('expressions are found wherever they stand in a source, strings and comments left out', () => {
  const code =
    'const a = [/x+/g, "/y+/"] // /z+/\nfunction f() { return <b>{t.replace(/w$/u, f(/v/.test(t)))}</b> }'
  expect(findRegexLiterals(code, true)).toMatchObject([
    { pattern: 'x+', flags: 'g' },
    { pattern: 'w$', flags: 'u' },
    { pattern: 'v', flags: '' },
  ])
})

test('a bad expression in a source is refused with its file', () => {
  expect(findSlowRegexes('server/src/x.ts', 'export const bad = /^(\\d+|\\w+)*$/')).toEqual([
    'server/src/x.ts  /^(\\d+|\\w+)*$/  步数随文本长度指数增长',
  ])
})
