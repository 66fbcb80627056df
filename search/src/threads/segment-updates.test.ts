import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createWriter, type IndexWriter } from '../index/writer.ts'
import { threePapers } from '../testing/three-papers.ts'
import { createSegmentFollower, createSegmentSender } from './segment-updates.ts'

/** A writer whose updates are sent, and a way to follow it from now on. */
function sentWriter() {
  const writer = createWriter({ folder: null, merge_step_ms: 0 })
  const sending = createSegmentSender()
  const ports: MessageChannel[] = []
  return {
    send(update: ReturnType<IndexWriter['apply']>) {
      sending.send(update)
      return update.update_number
    },
    writer,
    join() {
      const channel = new MessageChannel()
      ports.push(channel)
      sending.begin(channel.port1, writer.everything())
      return createSegmentFollower(channel.port2)
    },
    close() {
      for (const { port1 } of ports) port1.close()
    },
  }
}

const idsOf = (added: { head: { id: number } }[]) => added.map(({ head }) => head.id)

test('who follows gets each segment when told to, and nothing of what came later', () => {
  const { writer, send, join, close } = sentWriter()
  const [first, second] = threePapers()
  const follow = join()
  const one = send(writer.apply([first], false))
  const two = send(writer.apply([second], false))
  expect(idsOf(follow(one).added)).toEqual([1])
  expect(idsOf(follow(one).added)).toEqual([])
  expect(idsOf(follow(two).added)).toEqual([2])
  close()
})

test('who comes later gets all there is at once, without segments that went in the meantime', () => {
  const { writer, send, join, close } = sentWriter()
  const [first, second] = threePapers()
  const one = send(writer.apply([first], false))
  const late = join()
  const seldom = join()
  send(writer.apply([second], false))
  const three = send(writer.reset())
  expect(idsOf(late(one).added)).toEqual([1])
  expect(late(three)).toEqual({ added: [], removed: [1, 2] })
  expect(seldom(three)).toEqual({ added: [], removed: [1, 2] })
  close()
})

test('news that were never sent are a fault, not an index without papers', () => {
  const { join, close } = sentWriter()
  expect(() => join()(1)).toThrow('no update 1')
  close()
})
