import { expect, test } from 'vitest'
import { findCandidates } from '../../retrieval/candidate.ts'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'

const CREATOR = (name: string) => [{ name, role: 'author' as const, affiliations: [] }]
const WORKS = [
  {
    title: 'Parsing tongue twisters',
    abstract: 'We present a corpus of tongue twisters. It holds 2.1K tongue twisters from the web.',
    creators: CREATOR('Ann Miller'),
    publish_date: '2019',
    language: 'en',
  },
  {
    title: 'Unsupervised parsing of riddles',
    abstract: 'Riddles are parsed without any treebank. Accuracy reaches 71% because riddles are short.',
    creators: CREATOR('Ann Miller'),
    publish_date: '2024',
    language: 'en',
  },
  {
    title: 'A treebank for parsing of riddles',
    abstract: 'We build a treebank. Riddles are parsed with it.',
    creators: CREATOR('Bo Chen'),
    publish_date: '2024',
    language: 'en',
  },
]

test('papers by an author of some years are those alone, and a chip that is taken away narrows no more', async () => {
  const { ctx, ids } = await answerScene(WORKS)
  const question = 'Which papers by Ann Miller since 2020 are about parsing?'
  const heard = await collectAnswer(ctx, createAnswerTask(question))
  expect(heard.citations.map(({ paper_id }) => paper_id)).toEqual([ids[1]])
  const chips = heard.of('understood').at(-1)?.chips ?? []
  expect(chips.map(({ kind, value }) => [kind, value])).toEqual([
    ['year', '2020-'],
    ['author', 'Ann Miller'],
  ])
  const wider = await collectAnswer(ctx, createAnswerTask(question, { without_chips: ['year:2020-'] }))
  expect(new Set(wider.citations.map(({ paper_id }) => paper_id))).toEqual(new Set([ids[0], ids[1]]))
})

test('where nobody says a term within the years of a question its words are looked for', async () => {
  const { ctx, ids } = await answerScene([
    {
      title: 'Aligning',
      abstract: 'We align with an attention mechanism.',
      publish_date: '2015',
      language: 'en',
    },
    {
      title: 'Attention is enough',
      abstract: 'Built on attention alone.',
      publish_date: '2018',
      language: 'en',
    },
    ...Array.from({ length: 6 }, (_, at) => ({
      title: `A mechanism of kind ${at}`,
      abstract: 'We build a mechanism.',
      publish_date: '2010',
      language: 'en',
    })),
  ])
  for (const question of [
    'Which papers since 2017 are about attention mechanisms?',
    '2017 年以后关于注意力机制的论文有哪些？',
  ]) {
    const { citations } = await collectAnswer(ctx, createAnswerTask(question))
    expect(citations.map(({ paper_id }) => paper_id)).toEqual([ids[1]])
  }
})

test('a question that follows another is answered from the papers that it cited', async () => {
  const { ctx, ids } = await answerScene(WORKS)
  const history = [
    { question: 'Is there a corpus of tongue twisters?', answer: 'Yes[1].', papers: ids.slice(0, 1) },
  ]
  const heard = await collectAnswer(ctx, createAnswerTask('How many of them are in it?', { history }))
  expect(heard.text).toContain('2.1K')
  const last = heard.of('understood').at(-1)
  expect(last?.lead).toBe('answer')
  expect(last?.chips.map(({ kind }) => kind)).toContain('topic')
})

test('what has the words of a question and not the subject that it keeps is no direct answer', async () => {
  const { ctx, ids } = await answerScene([
    ...WORKS,
    {
      title: 'Pruning of candidates in ranking',
      abstract: 'On average the number of candidates drops from 1000 to 27. Candidates are pruned.',
      language: 'en',
    },
  ])
  const history = [
    { question: 'Is there a corpus of tongue twisters?', answer: 'Yes[1].', papers: ids.slice(0, 1) },
  ]
  const heard = await collectAnswer(
    ctx,
    createAnswerTask('And by how much does it drop candidates on average?', { history }),
  )
  expect(heard.of('understood').at(-1)?.lead).not.toBe('answer')
})

test('each part of a question has its own heading', async () => {
  const { ctx } = await answerScene(WORKS)
  const { text } = await collectAnswer(
    ctx,
    createAnswerTask('What accuracy does parsing of riddles reach, and why is it so accurate?'),
  )
  expect(text).toContain('### What accuracy does parsing of riddles reach?')
  expect(text).toContain('### why is it so accurate?')
  expect(text).toContain('71%')
})

test('however many do without what is not wanted, what is about the subject is looked at', async () => {
  const others = Array.from({ length: 70 }, (_, at) => ({
    title: `Unsupervised, zero-shot, self-supervised, weakly supervised parsers, trained without labels ${at}`,
    abstract:
      'Unsupervised, zero-shot, self-supervised and weakly supervised parsers of riddles are trained without labels.',
    language: 'en',
  }))
  const weather = Array.from({ length: 400 }, (_, at) => ({
    title: `Weather of day ${at}`,
    abstract: 'Solvers of the sky are told, and clouds pass.',
    language: 'en',
  }))
  const { ctx, ids } = await answerScene([
    ...others,
    ...weather,
    {
      title: 'Riddles and their solvers',
      abstract:
        'Solvers of riddles are trained on the songs of children alone, where nobody has marked a thing.',
      language: 'en',
    },
  ])
  const negated = [{ text: 'labels', start: 0, end: 6 }]
  const everything = { papers: null, files: null, attached: [] }
  const { papers } = await findCandidates(ctx, 'trained solvers of riddles', everything, { negated })
  expect(papers.map(({ source_id }) => source_id)).toContain(ids.at(-1))
})

test('of an author what says one of two subjects is listed too, and nothing that says neither', async () => {
  const by = { creators: CREATOR('Cy Dorn'), publish_date: '2021', language: 'en' }
  const { ctx, ids } = await answerScene([
    { ...by, title: 'Historical ledgers', abstract: 'We read ledgers of historical banks.' },
    { ...by, title: 'Literary voices', abstract: 'We tell literary voices apart.' },
    { ...by, title: 'Speech of robots', abstract: 'We let robots speak.' },
  ])
  const heard = await collectAnswer(
    ctx,
    createAnswerTask('Which papers by Cy Dorn are about historical or literary works?'),
  )
  expect(heard.of('understood').at(-1)?.lead).toBe('answer')
  expect(new Set(heard.citations.map(({ paper_id }) => paper_id))).toEqual(new Set(ids.slice(0, 2)))
})

test('what does without a thing is found by the thing too, however it says that', async () => {
  const others = Array.from({ length: 70 }, (_, at) => ({
    title: `Relation extraction and relation extraction ${at}`,
    abstract: 'Relation extraction. We extract each relation by relation extraction.',
    language: 'en',
  }))
  const { ctx, ids } = await answerScene([
    ...others,
    {
      title: 'Graphs of words',
      abstract:
        'For relation extraction graphs are built from words that stand together, and none relies on the existence of a dependency parser.',
      language: 'en',
    },
  ])
  const negated = [{ text: 'dependency parser', start: 0, end: 17 }]
  const everything = { papers: null, files: null, attached: [] }
  const { papers } = await findCandidates(ctx, 'relation extraction', everything, { negated })
  expect(papers.map(({ source_id }) => source_id)).toContain(ids.at(-1))
})

test('what a name stands for is told by the paper that introduces it', async () => {
  const { ctx, ids } = await answerScene([
    {
      title: 'Skew and stereotype of pronouns',
      abstract: 'Bias is measured on BiasBench. Bias of pronouns in BiasBench is large, about 40 points.',
      language: 'en',
    },
    {
      title: 'Evaluation of coreference',
      abstract: 'We introduce a new benchmark of bias, BiasBench. Its systems show a bias of 21 points.',
      language: 'en',
    },
  ])
  const { citations } = await collectAnswer(
    ctx,
    createAnswerTask('What is the bias of systems on BiasBench?'),
  )
  expect(citations[0]?.paper_id).toBe(ids[1])
})
