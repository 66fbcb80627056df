import { expect, test } from 'vitest'
import { parseRecordQuestion } from './record-question.ts'

test.each([
  ['Attention Is All You Need 的作者是谁？', 'authors', 'Attention Is All You Need'],
  ['请问《企业的性质》的作者是谁啊', 'authors', '企业的性质'],
  ['《狂人日记》是谁写的？', 'authors', '狂人日记'],
  ['谁写了《乡土中国》？', 'authors', '乡土中国'],
  ['《企业的性质》这篇文章的作者都有哪些人', 'authors', '企业的性质'],
  ['这篇论文的第一作者是谁？', 'authors', ''],
  ['Who wrote "The Nature of the Firm"?', 'authors', 'The Nature of the Firm'],
  ['Who are the authors of Attention Is All You Need?', 'authors', 'Attention Is All You Need'],
  ['《企业的性质》发表在哪个期刊上？', 'source', '企业的性质'],
  ['Deep learning 发表在什么期刊', 'source', 'Deep learning'],
  ['Where was The Nature of the Firm published?', 'source', 'The Nature of the Firm'],
  ['狂人日记是哪一年发表的？', 'year', '狂人日记'],
  ['《企业的性质》发表于哪一年', 'year', '企业的性质'],
  ['When was The Nature of the Firm published?', 'year', 'The Nature of the Firm'],
  ['《企业的性质》的 DOI 是什么？', 'doi', '企业的性质'],
  ["What's the DOI of Deep learning?", 'doi', 'Deep learning'],
  ['《企业的性质》被引用了多少次？', 'cited', '企业的性质'],
  ['How many times has Deep learning been cited?', 'cited', 'Deep learning'],
])('%s', (question, fact, title) => {
  expect(parseRecordQuestion(question)).toEqual({ fact, title })
})

test.each([
  '青蒿素是谁发现的？',
  'Who discovered penicillin?',
  '谁提出了注意力机制？',
  '作者认为企业为什么存在？',
  'When was penicillin discovered?',
  '什么是 DOI 系统？',
  '这篇论文的作者用了什么方法？',
])('%s asks nothing of a record', (question) => {
  expect(parseRecordQuestion(question)).toBeNull()
})
