import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildEvidence } from '../../retrieval/evidence/evidence.ts'
import { nameShare } from './question-names.ts'

function quoteOf(title: string, quote: string) {
  const work = { ...blankWork(title, 1), abstract: quote }
  const [evidence] = buildEvidence([{ source_id: 'p', paper_id: 'p', engine: 'local', work }], [], 'en')
  if (!evidence) throw new Error('no passage')
  return { evidence, quote }
}

const QUESTION = 'What score does QNet reach?'

test.each([
  ['DeepQNet: deeper spans', 'DeepQNet reaches 94.6 F1.', 0],
  ['DeepQNet: deeper spans', 'DeepQNet outperforms QNet with 94.6 F1.', 0],
  ['Span models', 'Our model reaches 94.6 F1, 2.1 points more than QNet.', 0],
  ['QNet: reading by spans', 'It reaches 93.2 F1.', 1],
  ['Reading by spans', 'QNet reaches 93.2 F1 on SQuAD.', 1],
])('of %j, %j is about the names to %d', (title, quote, share) => {
  expect(nameShare(quoteOf(title, quote), QUESTION)).toBe(share)
})

test('a quote about one of two names is about half of them', () => {
  const quote = quoteOf('Reading by spans', 'QNet reaches 93.2 F1.')
  expect(nameShare(quote, 'What score does QNet reach on SQuAD?')).toBe(0.5)
})

test('a question without names asks for none', () => {
  expect(nameShare(quoteOf('Decoding', 'Beam search keeps the best.'), 'How does beam search work?')).toBe(1)
})
