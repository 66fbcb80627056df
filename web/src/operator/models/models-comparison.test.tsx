import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { citationOf } from '../../testing/chat.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { fill, press, showAt } from '../../testing/show.tsx'
import type { Model } from './models.ts'
import { ModelsComparison } from './models-comparison.tsx'

const COMPARE = 'POST /api/admin/model_comparison'
let server: ReturnType<typeof fakeServer>

const model = (id: string, over: Partial<Model> = {}): Model => ({
  ...{
    id,
    kind: 'chat',
    name: `模型 ${id}`,
    base_url: 'http://127.0.0.1/v1',
    model: id,
    context_tokens: 32_000,
  },
  ...{ inside: true, external: false, source: 'page', active: true, is_default: false },
  ...{ has_key: true, key_hint: null, problem: null },
  ...over,
})
const answer = (id: string, over: object = {}) => ({
  ...{ model_id: id, name: `模型 ${id}`, answer: '因为湿度[1]。', citations: [citationOf()], calls: 1 },
  ...{ prompt_tokens: 3_120, completion_tokens: 402, first_word_ms: 800, took_ms: 4_200, problem: null },
  ...over,
})

beforeEach(async () => {
  await import('../../chat/answer/markdown.tsx')
  Element.prototype.scrollIntoView = () => undefined
  server = fakeServer({})
})
afterEach(cleanup)

const show = (models = [model('a'), model('b')]) => showAt('/home', <ModelsComparison models={models} />)

test('two answers stand side by side with their costs, over the evidence of both', async () => {
  server.handlers[COMPARE] = () =>
    ok({
      evidence: [{ passage_id: 's1', title: 'Humidity', text: 'Humidity does it.' }],
      answers: [
        answer('a'),
        answer('b', { completion_tokens: null, answer: '', problem: '密钥无效。', first_word_ms: null }),
      ],
    })
  show()
  await fill('问题', '为何衰减')
  await press('对比')
  const first = within(await screen.findByRole('region', { name: '模型 a' }))
  expect(first.getByText('调用 1 次 · 输入 3,120、输出 402 词元 · 首字 0.8 秒 · 共 4.2 秒')).toBeTruthy()
  const second = within(screen.getByRole('region', { name: '模型 b' }))
  expect(second.getByText('调用 1 次 · 词元数未报告 · 没有写出文字 · 共 4.2 秒')).toBeTruthy()
  expect(second.getByText('密钥无效。')).toBeTruthy()
  expect(server.bodies(COMPARE)).toEqual([{ question: '为何衰减', model_ids: ['a', 'b'] }])

  const passage = screen.getByText('Humidity does it.').closest('details')
  expect(passage?.open).toBe(false)
  await press(/^引用 1，/)
  await waitFor(() => expect(passage?.open).toBe(true))
})

test('without evidence nobody is asked, and a refusal gives its reason', async () => {
  server.handlers[COMPARE] = () => ok({ evidence: [], answers: [] })
  show()
  await fill('问题', '为何衰减')
  await press('对比')
  await screen.findByText(/没有找到依据/)
  server.handlers[COMPARE] = () => refused(409, { problem: 'model.outside' }, '请先同意把文字发到站外')
  await press('对比')
  await screen.findByText('没有对比：请先同意把文字发到站外')
})

test('one usable model cannot be compared', () => {
  show([
    model('a'),
    model('b', { active: false }),
    model('c', { problem: '密钥读不出' }),
    model('d', { kind: 'rerank' }),
  ])
  expect(screen.getByText(/对比需要两个可用的对话模型/)).toBeTruthy()
  expect(screen.queryByLabelText('问题')).toBeNull()
})
