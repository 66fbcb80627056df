import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { questionType } from '../../language/question/question-type.ts'
import { buildEvidence } from '../../retrieval/evidence/evidence.ts'
import { isDirect } from './is-direct.ts'

function says(title: string, quote: string) {
  const work = { ...blankWork(title, 1), abstract: quote }
  const [evidence] = buildEvidence([{ source_id: 'p', paper_id: 'p', engine: 'local', work }], [], 'en')
  if (!evidence) throw new Error('no passage')
  return [{ evidence, quote, score: 1, answers: true, stated_share: 1, may_accompany: false }]
}

const asked = (text: string) => ({ text, type: questionType(text) })

test.each([
  // The name is within another one.
  [
    'What F1 does QNet reach on SQuAD?',
    'DeepQNet: deeper spans',
    'DeepQNet reaches 94.6 F1 on SQuAD.',
    false,
  ],
  [
    'What F1 does QNet reach on SQuAD?',
    'DeepQNet: deeper spans',
    'DeepQNet outperforms QNet with 94.6 F1 on SQuAD.',
    false,
  ],
  [
    'What F1 does QNet reach on SQuAD?',
    'Span models',
    'Our model reaches 94.6 F1 on SQuAD, 2.1 points more than QNet.',
    false,
  ],
  ['What F1 does QNet reach on SQuAD?', 'QNet: reading by spans', 'It reaches 93.2 F1 on SQuAD.', true],
  ['What F1 does QNet reach on SQuAD?', 'Reading by spans', 'QNet reaches 93.2 F1 on SQuAD.', true],
  // An announcement names no method.
  [
    '文本摘要有哪些主要方法？',
    'A survey of summarization',
    'We present a survey of text summarization methods.',
    false,
  ],
  ['文本摘要有哪些主要方法？', '文本摘要综述', '本文对文本摘要的方法进行了综述。', false],
  ['文本摘要有哪些主要方法？', '文本摘要综述', '文本摘要的方法分为抽取式、生成式和混合式。', true],
  // What solves a problem does not name one.
  ['神经摘要有什么问题？', '神经摘要', '该模型解决了神经摘要的重复问题。', false],
  ['神经摘要有什么问题？', '神经摘要', '然而神经摘要难以避免重复，仍存在事实错误的问题。', true],
  [
    'What are the limitations of beam search?',
    'Decoding',
    'Our decoder overcomes the limitations of beam search.',
    false,
  ],
  ['What are the limitations of beam search?', 'Decoding', 'However, beam search lacks diversity.', true],
  ['How does beam search work?', 'Decoding', 'Beam search keeps the best hypotheses at each step.', true],
])('for %j, of %j: %j', (question, title, quote, direct) => {
  expect(isDirect(says(title, quote), asked(question))).toBe(direct)
})
