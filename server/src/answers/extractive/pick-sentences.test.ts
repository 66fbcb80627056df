import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'

const paper = (title: string, abstract: string) => ({ title, abstract, publish_date: '2020', language: 'en' })

test('a cause that goes on from the sentence before answers, and not a sentence that only has the words', async () => {
  const { ctx, ids } = await answerScene([
    paper(
      'Sharing of texts',
      'Training of medical models requires conflicting statements to be stored. Storing is dear.',
    ),
    paper(
      'Medicine at odds',
      'Medical corpora are full of conflicting statements. This is due to the number of new studies. We list them.',
    ),
  ])
  const { citations, text } = await collectAnswer(
    ctx,
    createAnswerTask('Why are there conflicting medical statements?'),
  )
  expect(citations[0]).toMatchObject({
    paper_id: ids[1],
    quote: 'This is due to the number of new studies.',
  })
  expect(text).toContain('The literature answers this directly')
})

test('a sentence of another thing with "thus" or "not" is no cause', async () => {
  const { ctx } = await answerScene([
    paper(
      'Guarding of parsers against attacks',
      'Attacks on parsers are known, and parsers crash. Thus, it lowers the rate of success. It does not slow down.',
    ),
  ])
  const { of } = await collectAnswer(ctx, createAnswerTask('Why do attacks make parsers crash?'))
  expect(of('understood').at(-1)?.lead).toBe('related')
})

test('the year of a task is no count of those who took part in it', async () => {
  const { ctx } = await answerScene([
    paper(
      'A system for the Riddle Shared Task',
      'We describe a system that took part in the Riddle 2017 shared task. It solves riddles of the Riddle Shared Task 2017 - the first of its kind.',
    ),
    paper(
      'The Riddle Shared Task',
      'The Riddle Shared Task asks for answers. A total of eight systems took part in the Riddle Shared Task.',
    ),
  ])
  const { citations, of } = await collectAnswer(
    ctx,
    createAnswerTask('How many systems took part in the Riddle Shared Task?'),
  )
  expect(citations[0]?.quote).toBe('A total of eight systems took part in the Riddle Shared Task.')
  expect(of('understood').at(-1)?.lead).toBe('answer')
})

test('a text whose language has no word for the most of what is asked is not said to answer it', async () => {
  const { ctx } = await answerScene([
    paper(
      'Automatic recognition of language',
      'Automatic recognition of language is difficult because data is missing. We collect data.',
    ),
  ])
  const { of } = await collectAnswer(ctx, createAnswerTask('为什么鹦鹉学舌式的语言很难自动识别？'))
  expect(of('understood').at(-1)?.lead).not.toBe('answer')
})

test('a yes or no is what came out, not what was looked at', async () => {
  const { ctx } = await answerScene([
    paper(
      'Tree parsers and the text they read',
      'We investigate whether tree parsers understand the text they read, and whether tree parsers need it. We change words and find that these parsers fail to understand the text.',
    ),
  ])
  const { citations, of } = await collectAnswer(ctx, createAnswerTask('Do tree parsers understand the text?'))
  expect(citations[0]?.quote).toBe('We change words and find that these parsers fail to understand the text.')
  expect(of('understood').at(-1)?.lead).toBe('answer')
})

test('what is only looked at answers no yes or no', async () => {
  const { ctx } = await answerScene([
    paper(
      'Tree parsers and poems',
      'We examine whether tree parsers can understand poems. Poems are dear to many readers.',
    ),
  ])
  const { of } = await collectAnswer(ctx, createAnswerTask('Do tree parsers understand poems?'))
  expect(of('understood').at(-1)?.lead).toBe('related')
})

test('a figure is of nothing that its language has no word for', async () => {
  const { ctx } = await answerScene([
    paper(
      'Riddles of RiddleEval',
      'The riddles of the RiddleEval evaluation stand in 14 languages and scripts, for readers. They are hard.',
    ),
  ])
  const { of } = await collectAnswer(
    ctx,
    createAnswerTask('在 RiddleEval 评测的语言、文字和读者的谜语里，俸禄是多少？'),
  )
  expect(of('understood').at(-1)?.lead).toBe('related')
})

test('the number of a task, or in the name of a team, is no count', async () => {
  const { ctx } = await answerScene([
    paper('Riddles by AB_17', 'We are one of the teams of RiddleEval, AB_17, and describe Task 6.'),
  ])
  const { of } = await collectAnswer(ctx, createAnswerTask('How many teams does RiddleEval have?'))
  expect(of('understood').at(-1)?.lead).toBe('related')
})

test('how much faster something gets is told by a factor', async () => {
  const { ctx } = await answerScene([
    paper(
      'Splitting of readers',
      'Readers of questions are slow. We split the lower layers of readers. The split readers speed up answers by over 4.3x and lose 1% of accuracy.',
    ),
  ])
  const { citations } = await collectAnswer(
    ctx,
    createAnswerTask('How much faster do readers get when lower layers are split?'),
  )
  expect(citations[0]?.quote).toContain('4.3x')
})

test('a sentence that names what the one before describes is quoted with it', async () => {
  const abstract =
    'Readers guess answers from the place of a word alone. We term this phenomenon the place shortcut. It is harmful.'
  const { ctx } = await answerScene([paper('Readers and places', abstract)])
  const { citations } = await collectAnswer(ctx, createAnswerTask('What is the place shortcut?'))
  expect(citations[0]?.quote).toBe(
    'Readers guess answers from the place of a word alone. We term this phenomenon the place shortcut.',
  )
})

test('what a paper that is called what was asked presents is that, in whatever language it is told', async () => {
  const { ctx, ids } = await answerScene([
    {
      ...paper(
        'QLQ : un compilateur de grammaires',
        'Dans cet article, nous présentons un outil pour produire des grammaires.',
      ),
      language: 'fr',
    },
    paper(
      'Describing affixes with QLQ',
      'We model affixes with QLQ. In our QLQ implementation we show that QLQ is a good fit.',
    ),
  ])
  const { citations } = await collectAnswer(ctx, createAnswerTask('What is QLQ?'))
  expect(citations[0]?.paper_id).toBe(ids[0])
})

test('a number of what is named within what is counted is of that alone', async () => {
  const { ctx } = await answerScene([
    paper(
      'Reports of companies: the QLQ corpus',
      'QLQ holds reports of American and German companies. In all these are 5,000 reports of 270 companies of QLQ.',
    ),
    paper('Trade of Japanese firms', 'Japanese firms trade. We look at none of them.'),
  ])
  const { of } = await collectAnswer(ctx, createAnswerTask('How many Japanese companies are in QLQ?'))
  expect(of('understood').at(-1)?.lead).not.toBe('answer')
})

test('how good something is, is told by what came out', async () => {
  const { ctx } = await answerScene([
    paper(
      'Parsing of riddles by rule',
      'Parsing riddles by rule lets readers solve riddles in time. Parsing by rule yields an accuracy of 52% on riddles.',
    ),
  ])
  const { citations } = await collectAnswer(ctx, createAnswerTask('How good is parsing of riddles by rule?'))
  expect(citations[0]?.quote).toContain('52%')
})
