import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'
import { addPapers } from '../../testing/papers.ts'
import { prepareQuestions } from './answerable-questions.job.ts'
import { preparedQuestions } from './answerable-questions.ts'

type Scene = Awaited<ReturnType<typeof answerScene>>

const prepare = ({ app }: Pick<Scene, 'app'>) => {
  const job = { id: 'j', owner_id: null, signal: new AbortController().signal, report: async () => {} }
  return prepareQuestions.run({ ...app.base, job }, {})
}

test('questions that are shown to begin with were answered beforehand, and are looked for again when papers come', async () => {
  const made = await answerScene()
  const { app, ctx, person } = made
  const shown = async () => {
    const list = await person.call(api.tools.list, {})
    return list.find(({ id }) => id === 'academic_qa')?.suggested_questions
  }
  const own = await shown()
  await prepare(made)
  const prepared = await preparedQuestions(ctx, 'zh')

  expect(prepared).toHaveLength(3)
  for (const question of prepared)
    expect((await collectAnswer(ctx, createAnswerTask(question))).citations).not.toEqual([])
  expect(own).not.toEqual(prepared)
  expect(await shown()).toEqual(prepared)
  expect(await person.call(api.tools.questions, { application_id: 'academic_qa' })).toEqual(prepared)

  await app.base.db.updateTable('answerable_questions').set({ question: '？' }).execute()
  await prepare(made)
  expect(await preparedQuestions(ctx, 'zh')).toEqual(['？', '？', '？'])
  await addPapers(app.base, ['A paper that comes later'])
  await prepare(made)
  expect(await preparedQuestions(ctx, 'zh')).toEqual(prepared)
})

test('an empty library prepares nothing, and an application then suggests its own questions', async () => {
  const made = await answerScene([])
  await prepare(made)

  expect(await preparedQuestions(made.ctx, 'zh')).toEqual([])
  const list = await made.person.call(api.tools.list, {})
  expect(list.find(({ id }) => id === 'academic_qa')?.suggested_questions.length).toBeGreaterThanOrEqual(3)
})
