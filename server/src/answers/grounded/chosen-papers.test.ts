import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  NO_SCOPE,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'

const QUESTION = 'What do the papers say on eels?'

/** Papers of which the first ones are about eels; the others never mention them. */
const papersOf = (count: number, sentences = 1): Partial<Work>[] =>
  Array.from({ length: count }, (_, at) => ({
    title: `Rivers, part ${at + 1}`,
    abstract: [
      at < 3 ? `Eels of river ${at + 1} pass dams at night.` : `Barges of river ${at + 1} carry gravel.`,
      ...Array.from(
        { length: sentences - 1 },
        (_, line) => `The water of river ${at + 1} rose in week ${line}.`,
      ),
    ].join(' '),
  }))

async function asked(works: Partial<Work>[], context_tokens = 128_000, judge: () => string = () => 'E1 3') {
  const { ctx, ids } = await answerScene(works)
  const said = scriptedChatModel([[textPart('At night [E1.1].')]], context_tokens, {
    'judge-evidence': judge,
  })
  const scope = { ...NO_SCOPE, paper_ids: ids }
  const heard = await collectAnswer(ctx, createAnswerTask(QUESTION, { model: said.model, scope }))
  const prompt = said.requests[0]?.messages.at(-1)?.content ?? ''
  const offered = [...prompt.matchAll(/^\[E\d+\] Rivers, part (\d+)/gm)].map(([, part]) => Number(part))
  return { prompt, offered, notes: heard.of('status').map(({ text }) => text) }
}

test('every chosen paper is offered, whatever the judge thinks of it', async () => {
  const { offered } = await asked(papersOf(8))

  expect(offered[0]).toBeLessThanOrEqual(3)
  expect(offered.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('fifty chosen papers, as many as one may choose, are all offered', async () => {
  const { offered, notes } = await asked(papersOf(50, 12))

  expect(new Set(offered).size).toBe(50)
  expect(notes.join('\n')).not.toContain('没有用于这次回答')
})

test('long papers share the room: each is shortened to what bears on the question', async () => {
  const works = papersOf(6, 60)
  const { offered, prompt } = await asked(works, 8_000)

  expect(new Set(offered).size).toBe(6)
  for (const part of [1, 2, 3]) expect(prompt).toContain(`Eels of river ${part} pass dams`)
  expect(prompt.length).toBeLessThan(8_000 * 4 * 0.3)
})

test('a shortened passage keeps the numbers of its sentences', async () => {
  const [work = {}] = papersOf(1)
  const lead = Array.from({ length: 40 }, (_, line) => `The water of the river rose in week ${line}.`)
  const long = { ...work, abstract: [...lead, 'Eels pass dams at night.'].join(' ') }
  const { prompt } = await asked([long, ...papersOf(4, 40)], 4_000)

  expect(prompt).toMatch(/^E\d+\.41 Eels pass dams at night\.$/m)
})

test('chosen papers for which a small model has no room are told to the reader', async () => {
  const { offered, notes } = await asked(papersOf(50), 3_000)

  const left = 50 - new Set(offered).size
  expect(left).toBeGreaterThan(0)
  expect(notes.join('\n')).toContain(`其中 ${left} 篇没有用于这次回答`)
})
