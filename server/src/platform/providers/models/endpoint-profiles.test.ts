import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { endpointProfile, endpointProfiles, readEndpointProfiles } from './endpoint-profiles.ts'

test.each([
  ['https://api.deepseek.com/v1', 'deepseek-v4-pro', { thinking: { type: 'disabled' } }, true],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen-plus', { enable_thinking: false }, false],
  ['https://open.bigmodel.cn/api/paas/v4', 'glm-4.6', { thinking: { type: 'disabled' } }, false],
  ['https://api.moonshot.cn/v1', 'kimi-k3', { reasoning_effort: 'low' }, true],
  ['https://api.moonshot.cn/v1', 'kimi-k2.6', { thinking: { type: 'disabled' } }, true],
  ['http://10.0.0.7:11434/v1', 'qwen3:8b', { reasoning_effort: 'none' }, false],
  ['http://10.0.0.7:8000/v1', 'Qwen/Qwen3-32B', { chat_template_kwargs: { enable_thinking: false } }, false],
  ['http://10.0.0.7:8000/v1', 'meta-llama/Llama-3.1-8B', {}, false],
  ['https://deepseek.com.example.org/v1', 'deepseek-v4-pro', {}, false],
])('%s with %s', (base_url, model, without_thinking, reasoning_with_calls) => {
  expect(endpointProfile({ base_url, model })).toMatchObject({ without_thinking, reasoning_with_calls })
})

test('the form of a reply is stated as far as an endpoint knows it', () => {
  const formatAt = (base_url: string) => endpointProfile({ base_url, model: 'm' }).reply_format
  expect(formatAt('https://api.deepseek.com/v1')).toBe('json_object')
  expect(formatAt('http://10.0.0.7:8000/v1')).toBe('json_schema')
})

test('the key of an Azure deployment has a header of its own', () => {
  const azure = { base_url: 'https://lab.openai.azure.com/openai/v1', model: 'gpt-5' }
  expect(endpointProfile(azure).key_header).toBe('api-key')
})

test('every preset matches its own profile', () => {
  for (const profile of endpointProfiles.filter(({ label, model }) => label && model)) {
    const { base_url = '', model = '' } = profile
    expect(endpointProfile({ base_url, model })).toBe(profile)
  }
})

test('a faulty file is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
  writeFileSync(join(folder, '10-typo.json'), '{"hosts": [], "models": [], "thinking": false}')
  expect(() => readEndpointProfiles(pathToFileURL(`${folder}/`))).toThrow(/10-typo\.json/)
})
