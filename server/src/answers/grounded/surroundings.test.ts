import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { AnswerScope } from '../../retrieval/index.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  createContext,
  NO_SCOPE,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'
import { addOwnFile, addReadFile } from '../../testing/read-files.ts'

const QUESTION = 'Over how many steps is the learning rate of the Quillon parser warmed up?'
const PASSAGES = [
  { text: 'The archive opens at nine.', headings: ['Thanks'] },
  { text: 'Paper is old. We train two models. Both see the same pages.', headings: ['Training'] },
  {
    text: 'The learning rate of the Quillon parser is warmed up over 4,000 steps.',
    headings: ['Training'],
    page: 4,
  },
  { text: 'This holds for the larger one only. The other needs none. It is small.', headings: ['Training'] },
  { text: 'Gold shines.', headings: ['Results'] },
]

async function scene() {
  const { app } = await answerScene([])
  const ada = await app.signUp('Mei')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '句法' })
  const file = { creator_id: ada.id, name: 'quillon.pdf', title: 'Quillon', passages: PASSAGES }
  return { app, ada, ctx: createContext(app, ada.id), dataset_id, file }
}

async function promptFor(
  { ctx }: Pick<Awaited<ReturnType<typeof scene>>, 'ctx'>,
  scope: AnswerScope = NO_SCOPE,
) {
  const { model, requests } = scriptedChatModel([[textPart('Over 4,000 steps [E2.1], for one [E3.1].')]])
  const heard = await collectAnswer(ctx, createAnswerTask(QUESTION, { model, scope }))
  return { heard, prompt: requests[0]?.messages.at(-1)?.content ?? '' }
}

/** The sentences with their ids. */
const sentencesOf = (prompt: string) => prompt.match(/^E\d+\.\d+ .*$/gm)

const EXPECTED = [
  'E1.2 We train two models.',
  'E1.3 Both see the same pages.',
  'E2.1 The learning rate of the Quillon parser is warmed up over 4,000 steps.',
  'E3.1 This holds for the larger one only.',
  'E3.2 The other needs none.',
]

test('a passage of a file comes with the sentences around it in its section, which can be cited', async () => {
  const made = await scene()
  const { document_id } = await addReadFile(made.app.base, { ...made.file, dataset_id: made.dataset_id })
  const { prompt, heard } = await promptFor(made)

  expect(sentencesOf(prompt)).toEqual(EXPECTED)
  expect(heard.citations).toMatchObject([
    { document_id, page: 4 },
    { document_id, quote: 'This holds for the larger one only.' },
  ])
})

test('so does a passage of an attached file of which not all can be read', async () => {
  const made = await scene()
  const others = Array.from({ length: 70 }, (_, at) => ({
    text: `The Quillon parser reads leaf ${at} of the learning corpus.`,
    headings: ['Corpus', `Leaf ${at}`],
  }))
  const file_id = await addOwnFile(made.app.base, { ...made.file, passages: [...PASSAGES, ...others] })
  const { prompt, heard } = await promptFor(made, { ...NO_SCOPE, file_ids: [file_id] })

  expect(sentencesOf(prompt)?.slice(0, EXPECTED.length)).toEqual(EXPECTED)
  expect(heard.citations).toMatchObject([{ file_id }, { file_id }])
})

test('a reference or a sentence of great length beside it stays out', async () => {
  const made = await scene()
  const [, , said] = PASSAGES
  const passages = [
    { text: 'Ames. On parsers. 2010.', headings: ['Training'], kind: 'reference' as const },
    ...(said ? [said] : []),
    { text: `The end ${'and so on '.repeat(60)}.`, headings: ['Training'] },
  ]
  await addReadFile(made.app.base, { ...made.file, passages, dataset_id: made.dataset_id })
  const { prompt } = await promptFor(made)

  expect(sentencesOf(prompt)).toEqual([EXPECTED[2]?.replace('E2', 'E1')])
})
