import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig({ CONFIG_FILE: '', ...env })

test('an address is taken as people paste it', () => {
  const { AI_BASE_URL } = read({ AI_BASE_URL: 'https://api.example.com/v1/chat/completions/', AI_MODEL: 'm' })
  expect(AI_BASE_URL).toBe('https://api.example.com/v1')
  for (const bare of ['https://api.example.com', 'https://api.example.com//', 'http://10.0.0.8:11434/'])
    expect(read({ AI_BASE_URL: bare, AI_MODEL: 'm' }).AI_BASE_URL).toBe(`${new URL(bare).origin}/v1`)
  expect(read({ AI_BASE_URL: 'https://open.example.cn/api/paas/v4/', AI_MODEL: 'm' }).AI_BASE_URL).toBe(
    'https://open.example.cn/api/paas/v4',
  )
  expect(() => read({ AI_BASE_URL: 'https://api.example.com/v1#', AI_MODEL: 'm' })).toThrow(/#/)
})

test('without settings there are no models, and a day has its limit', () => {
  expect(read({})).toMatchObject({ AI_MODELS: [], AI_INSIDE: false, AI_TOKENS_PER_DAY: 500_000 })
})

test('several models may come from the environment as JSON, with what they leave out filled in', () => {
  const AI_MODELS = '[{"id":"local","base_url":"http://10.0.0.8:8000/v1","model":"Qwen3"}]'
  expect(read({ AI_MODELS }).AI_MODELS).toEqual([
    {
      ...{ id: 'local', kind: 'chat', base_url: 'http://10.0.0.8:8000/v1', model: 'Qwen3' },
      ...{ context_tokens: 32_000, inside: false },
    },
  ])
})

test('settings that do not fit together are all named at the start', () => {
  const same = '{"id":"a","base_url":"http://x/v1","model":"m"}'
  const faults: [Record<string, string>, RegExp][] = [
    [{ AI_MODEL: 'm' }, /AI_BASE_URL：设置了模型名称时必须填写/],
    [{ AI_BASE_URL: 'http://x/v1' }, /AI_MODEL：设置了 AI_BASE_URL 时必须填写/],
    [{ AI_BASE_URL: 'ftp://x', AI_MODEL: 'm' }, /AI_BASE_URL：应是以 http/],
    [{ AI_MODELS: `[${same},${same}]` }, /AI_MODELS：各个模型的 id 不能相同/],
    [{ AI_MODELS: 'nonsense' }, /AI_MODELS：应是模型的列表/],
    [{ AI_MODELS: '[{"id":"a b"}]' }, /AI_MODELS\.0\.id：由字母/],
    [{ AI_TOKENS_PER_DAY: '-1' }, /AI_TOKENS_PER_DAY：应是 0/],
    [{ AI_INSIDE: 'yes' }, /AI_INSIDE：应是 on 或 off/],
  ]
  for (const [env, message] of faults) expect(() => read(env)).toThrow(message)
})
