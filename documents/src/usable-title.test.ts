import { expect, test } from 'vitest'
import { usableTitle } from './usable-title.ts'

test.each([
  'Attention Is All You Need',
  '基于图神经网络的推荐系统研究',
  'BERT',
  'C4.5: programs for machine learning',
  '“互联网+”背景下高校图书馆服务创新',
  '清华大学图书馆学科服务的实践与思考',
  'Introduction to Information Retrieval',
  'Contents of childhood memory in old age',
  '3D 打印',
  '研究型大学的教学',
  'Experiments in ethics',
  '数据要素与经济增长',
])('a title that says what a text is about is shown: %s', (title) => {
  expect(usableTitle(title)).toBe(title)
})

test.each([
  ['nothing', ''],
  ['signs and numbers', '2023-04-17 (3)'],
  ['one sign', '图'],
  ["a program's own words", 'Microsoft Word - 论文终稿.doc'],
  ['the name of a file', 'thesis_final.tex'],
  ['a template', 'Untitled'],
  ['new slides', '演示文稿1'],
  ['a part of a text', '目  录'],
  ['a list', 'Table of Contents'],
  ['a section', '试验方法及研究方案'],
  ['a section in English', 'Materials and Methods'],
  ['a printed page', 'Mai 30, 18 13:27 zen_of_python.txt Page 1/1'],
  ['a chapter', '第一章 绪论'],
  ['a kind of text', 'Research Article'],
  ['a cover', '博士学位论文'],
  ['a cover with its school', '北京大学硕士研究生学位论文'],
  ['a school', '西安交通大学'],
  ['a school abroad', 'University of Cambridge'],
  ['an address', 'https://example.org/paper'],
  ['an identifier', 'arXiv:1706.03762v7 [cs.CL] 2 Aug 2023'],
  ['signs that were not read', 'A \uFFFD\uFFFD model of \uE012'],
  ['far too much', '文'.repeat(301)],
])('%s is no title', (_what, title) => {
  expect(usableTitle(title)).toBe('')
})

test('lines and spaces between words are one space', () => {
  expect(usableTitle('  Deep   residual\nlearning ')).toBe('Deep residual learning')
})
