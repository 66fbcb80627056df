import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

const { citing } = api
const state = (text: string) => JSON.stringify({ text, sentences: [] })

test('a manuscript is there again in another browser, with what was accepted, and only for its person', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bo = await app.signUp('Bo')
  const { id } = await ada.call(citing.saveManuscript, { title: '初稿', state: state('甲。') })
  await ada.call(citing.saveManuscript, { id, title: '二稿', state: state('乙。') })
  expect(await ada.call(citing.manuscripts, {})).toMatchObject([{ id, title: '二稿' }])
  expect(await ada.call(citing.manuscript, { id })).toMatchObject({ state: state('乙。') })
  expect(await bo.call(citing.manuscripts, {})).toEqual([])
  expect((await bo.refusal(citing.manuscript, { id })).problem).toBe('manuscript.not_found')
  expect((await bo.refusal(citing.saveManuscript, { id, title: 'x', state: '{}' })).problem).toBe(
    'manuscript.not_found',
  )
  await ada.call(citing.removeManuscript, { id })
  expect(await ada.call(citing.manuscripts, {})).toEqual([])
})

test('manuscripts are bounded in number, and a new one over the limit says so', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  for (let at = 0; at < 50; at += 1)
    await ada.call(citing.saveManuscript, { title: `第 ${at} 篇`, state: '{}' })
  const refused = await ada.refusal(citing.saveManuscript, { title: '又一篇', state: '{}' })
  expect(refused.problem).toBe('manuscript.too_many')
})
