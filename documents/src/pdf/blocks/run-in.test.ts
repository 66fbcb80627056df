import { expect, test } from 'vitest'
import { lineAt } from '../../testing/page-of-lines.ts'
import { extractNames } from '../record/authors.ts'
import { splitRunInHeading } from './run-in.ts'

test.each([
  ['摘 要:航道管理', '摘要', '航道管理'],
  ['[摘要] 航道管理', '摘要', '航道管理'],
  ['Key words: tides; records', 'Key words', 'tides; records'],
  ['Abstract— We show', 'Abstract', 'We show'],
])('%s has the head %s in its line', (text, head, rest) => {
  const found = splitRunInHeading(lineAt(text, 50, 100))
  expect(found?.head).toBe(head)
  expect(found?.rest?.text).toBe(rest)
})

test('a sentence that begins with such a word has no head', () => {
  expect(splitRunInHeading(lineAt('Abstract ideas are rare', 50, 100))).toBeNull()
  expect(splitRunInHeading(lineAt('摘要部分说明方法', 50, 100))).toBeNull()
})

test('names of authors are read without their marks and institutes', () => {
  expect(extractNames('James A. Rising 1, Azhar Hussain2, and Ana Trisovic∗')).toEqual([
    'James A. Rising',
    'Azhar Hussain',
    'Ana Trisovic',
  ])
  expect(extractNames('张 三1,李四2;王小明')).toEqual(['张三', '李四', '王小明'])
  expect(extractNames('University of Wuhan, China')).toEqual([])
})
