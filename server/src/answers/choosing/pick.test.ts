import { expect, test } from 'vitest'
import { hear, scene, taskOf } from '../../testing/answers.ts'

const paper = (title: string, abstract: string) => ({ title, abstract, publish_date: '2020', language: 'en' })

test('a cause that goes on from the sentence before answers, and not a sentence that only has the words', async () => {
  const { ctx, ids } = await scene([
    paper(
      'Sharing of texts',
      'Training of medical models requires conflicting statements to be stored. Storing is dear.',
    ),
    paper(
      'Medicine at odds',
      'Medical corpora are full of conflicting statements. This is due to the number of new studies. We list them.',
    ),
  ])
  const { citations, text } = await hear(ctx, taskOf('Why are there conflicting medical statements?'))
  expect(citations[0]).toMatchObject({
    paper_id: ids[1],
    quote: 'This is due to the number of new studies.',
  })
  expect(text).toContain('The literature answers this directly')
})

test('a sentence of another thing with "thus" or "not" is no cause', async () => {
  const { ctx } = await scene([
    paper(
      'Guarding of parsers against attacks',
      'Attacks on parsers are known, and parsers crash. Thus, it lowers the rate of success. It does not slow down.',
    ),
  ])
  const { of } = await hear(ctx, taskOf('Why do attacks make parsers crash?'))
  expect(of('understood').at(-1)?.lead).toBe('related')
})
