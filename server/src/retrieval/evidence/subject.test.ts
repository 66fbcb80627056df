import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'

const bilingual = (
  title: string,
  title_zh: string,
  abstract: string,
  abstract_zh: string,
  keywords: string[] = [],
) => ({
  title,
  title_zh,
  abstract,
  abstract_zh,
  keywords,
  language: 'en',
  publish_date: '1990',
})

const LIBRARY = [
  bilingual(
    'Lamp Oil and Silk',
    '灯油与丝绸',
    'We measure how lamp oil darkens silk. We find that silk darkens in a year.',
    '本文测量灯油怎样使丝绸变暗。结果表明，丝绸在一年内变暗。',
  ),
  bilingual('Peasant Life by the Lake', '湖边农民', 'Describes fields and trade.', '描述田地与贸易。'),
  bilingual('An Actor Prepares', '演员的修养', 'A diary of an actor.', '以日记讲述演员如何获得体验。'),
  bilingual(
    'Ethics and Markets',
    '伦理与市场',
    'On ethics and the spirit of markets.',
    '探讨历史社会学中的伦理，与近代资本主义市场的精神。',
  ),
  bilingual('Growth without Rules', '增长论', 'Economic growth rests on skill.', '经济增长取决于技能。'),
  bilingual('Quantum Light', '量子之光', 'Sends the state of light.', '传送光的量子态。'),
  ...Array.from({ length: 24 }, (_, at) => ({
    ...bilingual(`Hill ${at}`, `第 ${at} 座山丘`, `Climbs hill ${at}.`, `攀登第 ${at} 座山丘。`),
    language: 'zh',
  })),
]

const ask = async (question: string) => {
  const { ctx } = await answerScene(LIBRARY as Parameters<typeof answerScene>[0])
  const { text, citations, of } = await collectAnswer(ctx, createAnswerTask(question))
  return {
    text,
    titles: [...new Set(citations.map(({ title }) => title))],
    lead: of('understood').at(-1)?.lead,
  }
}

test('what only says what is done, or how, is not related to what it is done with', async () => {
  const { titles, lead } = await ask('丝绸是怎么被制备出来的？')
  expect({ titles, lead }).toEqual({ titles: ['Lamp Oil and Silk'], lead: 'related' })
})

test('half of the subject is enough to be related, however much else is asked of it', async () => {
  const { titles, lead } = await ask('丝绸与量子态的关键是什么')
  expect(lead).toBe('related')
  expect(titles).toEqual(['Lamp Oil and Silk'])
})

test('a word that a dictionary makes of the question is not looked for in the title of another language', async () => {
  expect((await ask('灯油对寿命的影响')).titles).not.toContain('Peasant Life by the Lake')
})

test('the words of a term, far from each other, do not say it', async () => {
  const { text, lead } = await ask('社会资本的定义')
  expect(lead).toBe('nothing')
  expect(text).toContain('未找到相关文献')
})

test('of a relation both sides are wanted', async () => {
  expect((await ask('经济增长与丝绸的关系')).lead).toBe('related')
  expect((await ask('灯油与丝绸的关系')).lead).toBe('answer')
})

test('what nobody in the library says is told, where nothing is found and beside what is related', async () => {
  expect((await ask('睡眠和记忆有什么关系？')).text).toContain('库中没有文献提到「睡眠」、「记忆」')
  expect((await ask('how does sleep change memories?')).text).toContain(
    'Nothing in the library mentions “sleep”, “memories”',
  )
  const { text, lead } = await ask('灯油、丝绸与珊瑚礁怎么保存？')
  expect(lead).toBe('related')
  expect(text).toContain('（库中没有文献提到「珊瑚礁」')
})

test('a review that a question asks for is laid out, of what it is asked on', async () => {
  const { text, titles } = await ask('帮我写一段关于灯油与丝绸的综述')
  expect(titles).toEqual(['Lamp Oil and Silk'])
  expect(text).not.toContain('没有找到直接回答')
})
