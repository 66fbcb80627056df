import { expect, test } from 'vitest'
import { sentence } from './check.ts'

test.each([
  ['[3]', 'IEEE', '[3] 与 IEEE 的印法不同，在 [3] 之后'],
  ['第 3 条', '示例样式', '第 3 条与示例样式的印法不同，在第 3 条之后'],
  ['第 3 条', '某大学（顺序编码制）', '第 3 条与某大学（顺序编码制）的印法不同，在第 3 条之后'],
  ['[3]', 'GB/T 7714—2015（著者-出版年制）', '[3] 与 GB/T 7714—2015（著者-出版年制）的印法不同，在 [3] 之后'],
])('blanks of a sentence stand beside other characters than Chinese only: %s, %s', (entry, style, text) => {
  expect(sentence`${entry} 与 ${style} 的印法不同，在 ${entry} 之后`).toBe(text)
})

test('blanks between two values are those of their ends', () => {
  expect(['[3]', '第 3 条'].map((entry) => sentence`按声明，${entry} ${'已撤稿'}`)).toEqual([
    '按声明，[3] 已撤稿',
    '按声明，第 3 条已撤稿',
  ])
})

test('the text of a value stays as it is', () => {
  expect(sentence`题名是 ${'「信息与文献 参考文献著录规则」'}`).toBe('题名是「信息与文献 参考文献著录规则」')
})
