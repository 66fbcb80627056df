import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'
import { isFragment } from './is-fragment.ts'

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

const passageOf = (text: string) => ({ text })

const work = blankWork('中小跨径桥梁巡检记录的一致性研究', 0)

test.each([
  '桥梁;巡检;一致性;养护',
  '中小跨径桥梁巡检记录的一致性研究',
  '(CIFAR-10/Dollarstreet- (0%)	(5%)		(13%) (18%) (42%)	(21%)	',
  'at the R (R Core Team, 2022) command line.',
])('what is no sentence of a file is not quoted as an answer: %s', (quote) => {
  expect(isFragment({ field: 'full_text', work, passage: passageOf(`${quote} 等等`) }, quote)).toBe(true)
})

test.each([
  '墩柱的更换周期原定为7年,实际执行中往往被推迟。',
  'word2vec learns vectors of words.',
  'Items; lists; and more are read.',
])('a sentence is: %s', (quote) => {
  expect(isFragment({ field: 'full_text', work, passage: passageOf(`${quote} 等等`) }, quote)).toBe(false)
})

const works = [
  {
    title: '狂人日记',
    abstract_zh: '借狂人之口揭露礼教的本质，开创了新文学的传统。',
    publish_date: '1918',
    language: 'zh',
  },
  {
    title: 'On the Action of a Mould',
    abstract: 'Reports and names penicillin, the first antibiotic.',
    publish_date: '1929',
    language: 'en',
  },
  {
    title: 'Structure prediction with Foldnet',
    abstract: 'Foldnet predicts protein structures at near-experimental accuracy with a network.',
    abstract_zh: '以注意力网络预测蛋白质结构，精度接近实验，解决了难题。',
    publish_date: '2021',
    language: 'en',
  },
  {
    title: '用于识别的深度残差学习',
    abstract_zh: '以恒等捷径让残差网络学习，使上百层的网络得以训练，成为基本结构。',
    publish_date: '2016',
    language: 'zh',
  },
  {
    title: 'The Nature of the Firm',
    abstract: 'Asks why firms exist and answers with the cost of using the price mechanism.',
    publish_date: '1937',
    language: 'en',
  },
]

test.each([
  ['狂人日记是哪一年发表的？', '1918', 'answer'],
  ['When was The Nature of the Firm published?', '1937', 'answer'],
  ['Who discovered penicillin?', '1929', 'related'],
  ['Foldnet 2 的预测精度如何？', '精度接近实验', 'answer'],
  ['How good is Foldnet at predicting protein structures?', 'near-experimental', 'answer'],
  ['残差网络为什么能训练上百层？', '使上百层的网络得以训练', 'answer'],
  ['Why do firms exist?', 'the price mechanism', 'answer'],
  // When it was thought of, its record does not say.
  ['礼教是哪一年发表的？', '', 'related'],
  ['Why did firms fail?', '', 'related'],
])('“%s” is answered by what is said, or by the record: %s', async (question, told, lead) => {
  const { ctx } = await answerScene(works)
  const { text, of } = await collectAnswer(ctx, createAnswerTask(question))
  expect([of('understood').at(-1)?.lead, text]).toEqual([lead, expect.stringContaining(told)])
})
