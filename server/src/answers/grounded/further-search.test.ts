import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { ModelPart } from '../../platform/providers/models/port.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'
import { answer } from '../answer.ts'

const PAPERS: Partial<Work>[] = [
  { title: 'Moss on roofs', abstract: 'Moss on roofs feeds small insects.', publish_date: '2015' },
  {
    title: 'Bryophytes as insulation',
    abstract: 'Bryophytes lower the temperature of attics by 3 °C.',
    publish_date: '2019',
  },
]
const QUESTION = 'How does moss on roofs change the rooms?'
const OFFER = 'more: ["first search"'
const REQUEST = 'more: ["bryophytes attics temperature"]'

async function asked(turns: ModelPart[][], more: Parameters<typeof createAnswerTask>[1] = {}) {
  const { ctx } = await answerScene(PAPERS)
  const said = scriptedChatModel(turns)
  const heard = await collectAnswer(ctx, createAnswerTask(QUESTION, { model: said.model, ...more }))
  const prompts = said.requests.map(({ messages }) => messages)
  return { ...said, heard, prompts, notes: heard.of('status').map(({ text }) => text) }
}

const inLetters = (text: string) => [...text].map(textPart)

test('a model that lacks evidence has it searched for once more, and then writes', async () => {
  const { heard, prompts, notes } = await asked([
    [...inLetters(REQUEST), { type: 'usage', prompt_tokens: 10, completion_tokens: 5 }],
    [textPart('By 3 °C [E1.1].'), { type: 'usage', prompt_tokens: 20, completion_tokens: 7 }],
  ])

  expect(prompts).toHaveLength(2)
  expect(prompts[0]?.[0]?.content).toContain(OFFER)
  expect(prompts[0]?.at(-1)?.content).not.toContain('Bryophytes')
  expect(prompts[1]?.[0]?.content).not.toContain(OFFER)
  expect(prompts[1]?.at(-1)?.content).toMatch(/\[E1\] Bryophytes as insulation[\s\S]*\[E2\] Moss on roofs/)
  expect(notes).toEqual(['补充检索：bryophytes attics temperature'])
  expect(heard.text).toBe('By 3 °C [1].')
  expect(heard.citations).toMatchObject([{ quote: 'Bryophytes lower the temperature of attics by 3 °C.' }])
  expect(heard.of('retrieval').at(-1)?.hits).toHaveLength(2)
  expect(heard.of('usage').at(-1)).toEqual({ prompt_tokens: 30, completion_tokens: 12 })
})

const LICHEN = {
  title: 'Lichen of barns',
  abstract: 'Lichen and moss on roofs are seen from the rooms.',
}

test.each([
  ['is new', PAPERS.slice(1), REQUEST, 'Bryophytes'],
  ['was offered far down', [LICHEN], 'more: ["lichen of barns"]', 'Lichen'],
])(
  'what a further search finds and %s comes before the best of the first evidence',
  async (_name, works, request, first) => {
    const { ctx } = await answerScene([
      ...Array.from({ length: 5 }, (_, part) => ({
        title: `Moss on roofs, part ${part + 1}`,
        abstract: 'Moss on roofs changes little in the rooms.',
      })),
      ...works,
    ])
    const { model, requests } = scriptedChatModel([[textPart(request)], [textPart('Little [E1.1].')]])
    await collectAnswer(ctx, createAnswerTask(QUESTION, { model }))
    const offered = requests.map(({ messages }) => messages.at(-1)?.content.match(/^\[E\d+\] \w+/gm))

    expect(offered[0]?.slice(0, 5)).toEqual(Array.from({ length: 5 }, (_, at) => `[E${at + 1}] Moss`))
    expect(offered[1]).toEqual([`[E1] ${first}`, '[E2] Moss', '[E3] Moss', '[E4] Moss', '[E5] Moss'])
  },
)

test.each([
  ['asks again', [textPart(REQUEST)]],
  ['writes nothing', []],
])(
  'a model that %s after the further search leaves the answer to quotes, never a blank',
  async (_name, turn) => {
    const { heard, requests, notes } = await asked([[textPart(REQUEST)], turn])

    expect(requests).toHaveLength(2)
    expect(notes.join('\n')).toContain('模型没有写出内容，以下改用原文摘录回答')
    expect(heard.text).toContain('Moss on roofs')
    expect(heard.text).not.toContain('more:')
  },
)

test.each([
  ['without a search in it', 'more: []'],
  ['that breaks off', 'more: ["bryoph'],
  ['in which only blanks stand', 'more: ["  ", ""]'],
])('a request %s is answered by the evidence that there is', async (_name, request) => {
  const { heard, prompts, notes } = await asked([[textPart(request)], [textPart('It feeds insects [E1.1].')]])

  expect(prompts).toHaveLength(2)
  expect(notes).toEqual([])
  expect(heard.text).toBe('It feeds insects [1].')
})

test('a search that finds nothing new is followed by an answer all the same', async () => {
  const { heard, notes } = await asked([
    [textPart('more: ["quasars"]')],
    [textPart('The evidence tells only that it feeds insects [E1.1].')],
  ])

  expect(notes).toEqual(['补充检索：quasars'])
  expect(heard.text).toBe('The evidence tells only that it feeds insects [1].')
})

test('an answer in which the request stands before or after the text is an answer', async () => {
  const { heard, requests } = await asked([
    [textPart(`${REQUEST}\n\nIt feeds insects [E1.1].\n\n${REQUEST}`)],
  ])

  expect(requests).toHaveLength(1)
  expect(heard.text).toBe('It feeds insects [1].')
})

test('prose that begins like a request is an answer', async () => {
  const { heard, requests } = await asked([[textPart('More: insects live there [E1.1].')]])

  expect(requests).toHaveLength(1)
  expect(heard.text).toBe('More: insects live there [1].')
})

test('a model that has tools is offered no further search', async () => {
  const tool = {
    ...{ name: 'count', description: 'Counts.', parameters: { type: 'object' }, writes: false },
    run: async () => '3',
  }
  const { prompts } = await asked([[textPart('It feeds insects [E1.1].')]], { tools: [tool] })

  expect(prompts[0]?.[0]?.content).not.toContain(OFFER)
})

test('whoever stops an answer stops its further search', async () => {
  const { ctx } = await answerScene(PAPERS)
  const { model, requests } = scriptedChatModel([[textPart(REQUEST)], [textPart('never')]])
  const stop = new AbortController()
  const run = async () => {
    for await (const part of answer(ctx, createAnswerTask(QUESTION, { model }), stop.signal))
      if (part.event === 'status') stop.abort(new Error('stopped'))
  }

  await expect(run()).rejects.toThrow('stopped')
  expect(requests).toHaveLength(1)
})
