import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { press, showAt } from '../../testing/show.tsx'
import { PaperRow } from './paper-row.tsx'

const TRANSLATE = 'POST /api/paper/translate'
const SETTING = 'GET /api/user_setting/get/outside-models/chat'
const SAVE = 'POST /api/user_setting/save'
const made = { target: 'zh', title: '注意力', abstract: '权重来自查询。', text: null, model: 'DeepSeek' }
const paper = paperOf('p1', 'Attention', { language: 'en', abstract: 'Weights come from queries.' })
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer({
    [TRANSLATE]: () => ok(made),
    [SETTING]: () => ok(['a.example']),
    [SAVE]: () => ok(null),
  })
})
afterEach(() => {
  cleanup()
  setUserInfo({})
  vi.unstubAllGlobals()
})

test('a foreign paper is translated below its abstract, once, and says who did it', async () => {
  showAt('/home', <PaperRow paper={paper} />)
  await press('翻译：Attention')
  const translation = await screen.findByRole('region', { name: '译文' })
  await waitFor(() => expect(translation.textContent).toBe('注意力权重来自查询。AI 翻译，请核实（DeepSeek）'))
  await press('收起译文：Attention')
  expect(screen.queryByRole('region', { name: '译文' })).toBeNull()
  await press('翻译：Attention')
  expect(server.asked(TRANSLATE).map(({ body }) => body)).toEqual([
    { paper_id: 'p1', fields: ['title', 'abstract'], target: 'zh' },
  ])
})

test('what has a Chinese title and abstract need not be translated', async () => {
  showAt('/home', <PaperRow paper={{ ...paper, title_zh: '注意力', abstract_zh: '权重。' }} />)
  await screen.findByRole('article')
  expect(screen.queryByRole('button', { name: /^翻译/ })).toBeNull()
})

test('where no model could translate it, a paper does not offer to', async () => {
  setUserInfo(person)
  const models = 'GET /api/application/translation/app_model_mapping'
  server.handlers[models] = () => ok([])
  showAt('/home', <PaperRow paper={paper} />)
  await waitFor(() => expect(screen.queryByRole('button', { name: '翻译：Attention' })).toBeNull())
  expect(server.asked(models)).toHaveLength(1)
})

test('without a model it says what to do, and may be tried again', async () => {
  server.handlers[TRANSLATE] = () => refused(422, { problem: 'model.missing' }, '当前没有配置模型')
  showAt('/home', <PaperRow paper={paper} />)
  await press('翻译：Attention')
  await screen.findByText(/翻译失败：当前没有配置模型/)
  server.handlers[TRANSLATE] = () => ok(made)
  await press('重试')
  await screen.findByText('权重来自查询。')
})

test('before a title first leaves it is said for where, and those agreed to before stay agreed', async () => {
  const outside = { problem: 'model.outside', host: 'b.example', model: 'DeepSeek' }
  server.handlers[TRANSLATE] = () => refused(409, outside, '请先同意')
  showAt('/home', <PaperRow paper={paper} />)
  await press('翻译：Attention')
  const question = await screen.findByRole('dialog', { name: '题名和摘要会发到站外' })
  expect(question.textContent).toContain('「DeepSeek」由 b.example 提供')
  server.handlers[TRANSLATE] = () => ok(made)
  await press('同意并翻译')
  await screen.findByText('权重来自查询。')
  expect(server.asked(SAVE)[0]?.body).toMatchObject({ value: ['a.example', 'b.example'] })
})
