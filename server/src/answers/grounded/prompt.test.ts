import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'

const SENTENCES = 9
const PAPERS = 6
const AUTHORS: Work['creators'] = ['Lin Fang', 'Ada Osei', 'Bo Chen', 'Ida Moe'].map((name) => ({
  name,
  role: 'author',
  affiliations: [],
}))

/** Returns what a model is shown to write an answer from. */
/** Makes a sentence so long that only some passages of such sentences fit into a prompt. */
const LONG_CLAUSE =
  ', as it had in most of the years in which anybody had stood on the bridge of the old road with a staff, a lamp and a book,'

async function promptFor(question: string, clause = LONG_CLAUSE): Promise<string> {
  const works = Array.from({ length: PAPERS }, (_, paper) => ({
    title: `Eels of river ${paper + 1}`,
    creators: AUTHORS,
    basic_sourcename: 'Journal of Rivers',
    publish_date: '2014',
    abstract: [
      ...Array.from(
        { length: SENTENCES - 1 },
        (_, line) => `The water of the river${clause} rose in week ${line}.`,
      ),
      `Eels pass the dams of river ${paper + 1} at night, within limitations.`,
    ].join(' '),
  }))
  const { ctx } = await answerScene(works)
  const grades = works.map((_, at) => `E${at + 1} 3`).join('\n')
  const said = scriptedChatModel([[textPart('At night [E1.9].')]], 128_000, {
    'judge-evidence': () => grades,
  })
  await collectAnswer(ctx, createAnswerTask(question, { model: said.model }))
  return said.requests[0]?.messages.at(-1)?.content ?? ''
}

/** Returns how many sentences of each passage a model is shown, in the order of the prompt. */
async function shownSentences(question: string, clause = LONG_CLAUSE): Promise<number[]> {
  const prompt = await promptFor(question, clause)
  expect(prompt.match(/^E\d+\.9 Eels pass the dams/gm)).toHaveLength(PAPERS)
  return Array.from(
    { length: PAPERS },
    (_, at) => prompt.match(RegExp(`^E${at + 1}\\.\\d`, 'gm'))?.length ?? 0,
  )
}

test('passages after the first two are shortened to what bears on the question', async () => {
  expect(await shownSentences('When do eels pass the dams of rivers?')).toEqual([9, 9, 2, 2, 1, 1])
})

test('passages that fit are not shortened', async () => {
  expect(await shownSentences('When do eels pass the dams of rivers?', '')).toEqual([9, 9, 9, 9, 9, 9])
})

test('of the papers of a list the model sees what bears on the question, of each', async () => {
  expect(await shownSentences('Which papers are about eels that pass dams of rivers?')).toEqual([
    2, 2, 2, 2, 2, 2,
  ])
})

test('an answer that gathers details of passages has all of them whole', async () => {
  expect(await shownSentences('Which limitations do the dams have that eels pass at night?')).toEqual([
    9, 9, 9, 9, 9, 9,
  ])
})

const WHOLE_RECORD = 'Lin Fang; Ada Osei; Bo Chen et al. · Journal of Rivers, 2014 · 期刊 · 摘要'
const BRIEF_RECORD = 'Lin Fang et al. · 2014 · 摘要'

test.each([
  ['When do eels pass the dams of rivers?', [WHOLE_RECORD, WHOLE_RECORD, ...Array(4).fill(BRIEF_RECORD)]],
  ['Which papers are about eels that pass dams of rivers?', Array(6).fill(WHOLE_RECORD)],
])(
  'of a source whose passage is shortened, a list alone tells the whole record: %s',
  async (question, told) => {
    const records = (await promptFor(question)).match(/(?<=^\[E\d\] Eels of river \d · ).*/gm)
    expect(records).toEqual(told)
  },
)
