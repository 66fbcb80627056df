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

test('the year of a task is no count of those who took part in it', async () => {
  const { ctx } = await scene([
    paper(
      'A system for the Riddle Shared Task',
      'We describe a system that took part in the Riddle 2017 shared task. It solves riddles of the Riddle Shared Task 2017 - the first of its kind.',
    ),
    paper(
      'The Riddle Shared Task',
      'The Riddle Shared Task asks for answers. A total of eight systems took part in the Riddle Shared Task.',
    ),
  ])
  const { citations, of } = await hear(ctx, taskOf('How many systems took part in the Riddle Shared Task?'))
  expect(citations[0]?.quote).toBe('A total of eight systems took part in the Riddle Shared Task.')
  expect(of('understood').at(-1)?.lead).toBe('answer')
})

test('a text whose language has no word for the most of what is asked is not said to answer it', async () => {
  const { ctx } = await scene([
    paper(
      'Automatic recognition of language',
      'Automatic recognition of language is difficult because data is missing. We collect data.',
    ),
  ])
  const { of } = await hear(ctx, taskOf('为什么鹦鹉学舌式的语言很难自动识别？'))
  expect(of('understood').at(-1)?.lead).not.toBe('answer')
})
