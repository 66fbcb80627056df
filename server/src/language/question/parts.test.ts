import { expect, test } from 'vitest'
import { splitQuestion } from './parts.ts'

test.each([
  ['题目从哪里来？有多少道？强基线能答对多少？', ['题目从哪里来？', '有多少道？', '强基线能答对多少？']],
  [
    'Who took it apart, what was found in it, and why does that matter?',
    ['Who took it apart?', 'what was found in it?', 'why does that matter?'],
  ],
  [
    'Does it handle context better, and where does it fail?',
    ['Does it handle context better?', 'where does it fail?'],
  ],
  ['有没有满语的语音识别模型？', ['有没有满语的语音识别模型？']],
  ['When trained on noisy text, how do parsers fare?', ['When trained on noisy text, how do parsers fare?']],
  ['请总结这几篇论文', ['请总结这几篇论文']],
  ['', ['']],
])('“%s” is asked in parts', (text, parts) => {
  expect(splitQuestion(text)).toEqual(parts)
})

test('a text of a hundred thousand questions is one question', () => {
  expect(splitQuestion('为什么？'.repeat(25_000))).toHaveLength(1)
  expect(splitQuestion(`what ${', and why does it'.repeat(6_000)}?`)).toHaveLength(1)
})
