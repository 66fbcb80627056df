import { readdirSync, readFileSync } from 'node:fs'
import type { Work } from '@scinav/contract'
import { afterAll, expect, test } from 'vitest'
import { addPapers } from '../papers.ts'
import { type TestApp, testApp } from '../test-app.ts'
import { type Player, playStep } from './play-step.ts'
import { type Replay, startReplayModel } from './replay-model.ts'
import {
  type ExchangeScene,
  readScene,
  sceneNames,
  systemMessageKeys,
  writeExchanges,
  writeSystemMessages,
} from './scene-file.ts'

/** Whether requests that have changed are written into the files instead of failing; the replies stay. */
const RECORDS = process.env.RECORD === '1'
const STARTER_FOLDER = new URL('../../../../config/starter/', import.meta.url)

/** The library of the exchanges: works written for it, and some of the starter library by their titles. */
const library: { works: Partial<Work>[]; starter: string[] } = JSON.parse(
  readFileSync(new URL('./library.json', import.meta.url), 'utf8'),
)

const ends: (() => Promise<void>)[] = []

async function startStage() {
  const model = await startReplayModel(RECORDS)
  ends.push(model.close)
  const app = await testApp({ env: model.env, whenOver: (end) => void ends.unshift(end) })
  const lines = readdirSync(STARTER_FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(new URL(name, STARTER_FOLDER), 'utf8').trim().split('\n'))
  const starter = lines
    .map((line): Partial<Work> & { title: string } => ({ abstract_by: 'site', ...JSON.parse(line) }))
    .filter(({ title }) => library.starter.includes(title))
  await addPapers(app.base, [...library.works, ...starter])
  return { app, model }
}

let shared: ReturnType<typeof startStage> | null = null
afterAll(async () => {
  for (const end of ends) await end()
  if (RECORDS) writeSystemMessages()
})

/** Plays the steps of a scene; a scene that is recorded has a server of its own, since it may end in the middle. */
async function play(
  name: string,
  { steps, exchanges }: ExchangeScene,
): Promise<{ replay: Replay; outcomes: unknown[] }> {
  shared = RECORDS ? startStage() : (shared ?? startStage())
  const { app, model }: { app: TestApp; model: Awaited<ReturnType<typeof startReplayModel>> } = await shared
  const replay = model.play(exchanges)
  const player: Player = { ...(await app.signUp(name)), app }
  const outcomes: unknown[] = []
  let isPlayed = false
  try {
    for (const step of steps) outcomes.push(await Promise.race([playStep(player, step), replay.missing]))
    isPlayed = true
  } finally {
    if (RECORDS) writeExchanges(name, [...replay.played, ...(isPlayed ? [] : replay.left)])
  }
  return { replay, outcomes }
}

/** Replaces the notation of `outcomes`: 「…text…」 stands for a text that contains it. */
function toExpected(value: unknown): unknown {
  if (typeof value === 'string' && value.length > 2 && value.startsWith('…') && value.endsWith('…'))
    return expect.stringContaining(value.slice(1, -1))
  if (Array.isArray(value)) return value.map(toExpected)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toExpected(each)]))
}

test('the system messages in the file are those that the scenes name', () => {
  const named = sceneNames().flatMap((name) =>
    readScene(name).exchanges.map(({ messages }) => String(messages[0]?.content)),
  )
  // While the scenes are recorded the file is written at the end.
  if (!RECORDS) expect(systemMessageKeys.toSorted()).toEqual([...new Set(named)].toSorted())
})

test.each(sceneNames())('exchange %s', async (name) => {
  const scene = readScene(name)
  const { replay, outcomes } = await play(name, scene)
  for (const { request, recorded } of replay.unexpected) expect(request).toEqual(recorded)
  expect(replay.left).toEqual([])
  expect(outcomes).toMatchObject(scene.outcomes.map(toExpected))
})
