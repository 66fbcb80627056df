import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'

const paper = (title: string, abstract: string) => ({ title, abstract, publish_date: '2020', language: 'en' })
const leadOf = async (papers: object[], question: string) => {
  const { ctx } = await answerScene(papers as Parameters<typeof answerScene>[0])
  const { of, citations } = await collectAnswer(ctx, createAnswerTask(question))
  return { lead: of('understood').at(-1)?.lead, quotes: citations.map(({ quote }) => quote) }
}

test('a sentence of a paper that has the words of a question here and there is no direct answer', async () => {
  const words = paper(
    'A system for similar tongues',
    'We use scripts of Moses to prepare texts. Riddles stand in a language model. The idea is cleaning of the corpus with rules.',
  )
  const question = 'How are riddles that a language model writes as scripts cleaned with lanterns?'
  const { lead, quotes } = await leadOf([words], question)
  expect(lead).toBe('related')
  expect(quotes).not.toEqual([])
  const told = paper(
    'Scripts that language models write',
    'Language models write scripts for riddles. The scripts of riddles are cleaned with lanterns.',
  )
  expect(await leadOf([words, told], question)).toMatchObject({
    lead: 'answer',
    quotes: expect.arrayContaining(['The scripts of riddles are cleaned with lanterns.']),
  })
})

test('what shall be absent has to be told to be', async () => {
  const question = 'Can riddles be extracted without lanterns?'
  const without = paper('Extraction of riddles', 'We find that riddles can be extracted without lanterns.')
  const one = paper('Extraction of riddles', 'We find that riddles can be extracted without a lantern.')
  const other = paper(
    'Extraction of riddles',
    'We find that riddles can be extracted from books with lanterns.',
  )
  expect((await leadOf([without], question)).lead).toBe('answer')
  expect((await leadOf([one], question)).lead).toBe('answer')
  expect((await leadOf([other], question)).lead).toBe('related')
})

test('a number is of what stands beside it', async () => {
  const question = 'How many riddles does LanternSet hold?'
  const beside = paper('LanternSet', 'LanternSet holds 1,200 riddles from three villages.')
  const elsewhere = paper(
    'LanternSet',
    'LanternSet was read aloud by 14 speakers in the old houses of a small village who knew all of its riddles.',
  )
  expect((await leadOf([beside], question)).lead).toBe('answer')
  expect((await leadOf([elsewhere], question)).lead).toBe('related')
})
