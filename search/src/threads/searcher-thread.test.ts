import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createWriter } from '../index/writer.ts'
import { threePapers } from '../testing/three-papers.ts'
import { createSearcherThread } from './callers.ts'
import type { SearcherQuestion } from './messages.ts'
import { createSegmentSender } from './segment-updates.ts'

const wordsWith = (id: number, text: string): SearcherQuestion => ({
  ...{ ask: 'words', kind: 'with', id, text, limit: 5 },
})

test('a thread that cannot apply a change of segments ends, and the next one has them all', async () => {
  const writer = createWriter({ folder: null, merge_step_ms: 0 })
  const [first, , third] = threePapers()
  writer.apply([first], false)
  const channels: MessageChannel[] = []
  const join = () => {
    const channel = new MessageChannel()
    channels.push(channel)
    createSegmentSender().begin(channel.port1, writer.everything())
    return { port: channel.port2, begun: Promise.resolve() }
  }
  let number = writer.everything().update_number
  const searcher = createSearcherThread(join, () => number)
  onTestFinished(async () => {
    await searcher.end()
    for (const { port1 } of channels) port1.close()
  })
  const count = async (id: number, text: string) => {
    const answer = await searcher.answer(wordsWith(id, text))
    return 'words' in answer ? answer.words.length : answer
  }
  expect(await count(1, 'graph')).toBe(0)

  number = writer.apply([third], false).update_number
  const damaged = { number, added: [{ head: { id: 2 } }], removed: [] }
  channels[0]?.port1.postMessage(damaged)
  searcher.follow(number)
  expect(await count(2, 'graph')).toMatchObject({ id: 2, error: expect.any(String) })
  expect(await count(3, 'graph')).toBeGreaterThan(0)
})
