import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'

const SENTENCES = 9
const PAPERS = 5

/** Returns how many sentences of each passage a model is shown, in the order of the prompt. */
async function shownSentences(question: string): Promise<number[]> {
  const works = Array.from({ length: PAPERS }, (_, paper) => ({
    title: `Eels of river ${paper + 1}`,
    abstract: [
      ...Array.from({ length: SENTENCES - 1 }, (_, line) => `The water of the river rose in week ${line}.`),
      `Eels pass the dams of river ${paper + 1} at night.`,
    ].join(' '),
  }))
  const { ctx } = await answerScene(works)
  const grades = works.map((_, at) => `E${at + 1} 3`).join('\n')
  const said = scriptedChatModel([[textPart('At night [E1.9].')]], 128_000, {
    'judge-evidence': () => grades,
  })
  await collectAnswer(ctx, createAnswerTask(question, { model: said.model }))
  const prompt = said.requests[0]?.messages.at(-1)?.content ?? ''
  expect(prompt.match(/^E\d+\.9 Eels pass the dams/gm)).toHaveLength(PAPERS)
  return Array.from(
    { length: PAPERS },
    (_, at) => prompt.match(RegExp(`^E${at + 1}\\.\\d`, 'gm'))?.length ?? 0,
  )
}

test('passages after the first two are shortened to what bears on the question', async () => {
  expect(await shownSentences('When do eels pass the dams of rivers?')).toEqual([9, 9, 2, 2, 2])
})

test('of the papers of a list the model sees what bears on the question, of each', async () => {
  expect(await shownSentences('Which papers are about eels that pass dams of rivers?')).toEqual([
    2, 2, 2, 2, 2,
  ])
})
