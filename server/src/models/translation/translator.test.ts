import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { say, scriptedModel } from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'

const SOURCE = 'Humidity degrades the cells within a few hours of use.'
const TRANSLATION = '湿度使电池在使用几小时内衰减。'

async function setScene() {
  const server = await scriptedModel()
  const ada = await (await testApp()).signUp('Ada')
  await ada.call(api.models.save, {
    name: '模型',
    base_url: server.url,
    model: 'm',
    api_key: 'sk-of-a-test-0001',
  })
  const translate = async (text: string, target: 'zh' | 'en' = 'zh') =>
    (await ada.call(api.translate.paper, { text, fields: [], target })).text
  return { server, translate }
}

test('a line that only introduces the translation is removed', async () => {
  const { server, translate } = await setScene()
  const subjects = [
    '以下是译文',
    '译文',
    '**翻译如下',
    'Here is the translation',
    'Sure! The Chinese version',
  ]
  for (const subject of subjects)
    for (const colon of ['：', ':', '：**'])
      for (const gap of ['\n', '\n\n', ' \n']) {
        server.next(say(`${subject}${colon}${gap}${TRANSLATION}`))
        expect(await translate(SOURCE), `${subject}${colon}`).toBe(TRANSLATION)
      }
})

test('a first line with a colon stays where the source has one, and a colon within a line always', async () => {
  const { server, translate } = await setScene()
  server.next(say(`方法：\n${TRANSLATION}`))
  expect(await translate(`Methods:\n${SOURCE}`)).toBe(`方法：\n${TRANSLATION}`)
  server.next(say(`结论：${TRANSLATION}`))
  expect(await translate(SOURCE)).toBe(`结论：${TRANSLATION}`)
})

test('a translation in the wrong language is asked for once more, and only once', async () => {
  const { server, translate } = await setScene()
  server.next(say(SOURCE), say(TRANSLATION))
  expect(await translate(SOURCE)).toBe(TRANSLATION)
  server.next(say(TRANSLATION), say(TRANSLATION))
  expect(await translate(TRANSLATION, 'en')).toBe(TRANSLATION)
  expect(server.requests).toHaveLength(4)
})

test('names that stay as they are need no second request', async () => {
  const { server, translate } = await setScene()
  server.next(say('GPT-4'))
  expect(await translate('GPT-4')).toBe('GPT-4')
  expect(server.requests).toHaveLength(1)
})
