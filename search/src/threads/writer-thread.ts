import { workerData } from 'node:worker_threads'
import { channelOf } from '@scinav/threads'
import { collectIfAsked } from '../index/collect.ts'
import type { IndexUpdate } from '../index/state.ts'
import { createWriter, type IndexWriter } from '../index/writer.ts'
import type { WriterAnswer, WriterAsk } from './messages.ts'
import { createSending } from './segment-updates.ts'

const MOMENT_MS = 50
const { folder, rests, schema } = workerData
const writer: IndexWriter = createWriter(folder, MOMENT_MS, rests, schema)

const channel = channelOf<WriterAsk, WriterAnswer>(['load', 'merge', 'save', 'reset', 'apply', 'join'])
const sending = createSending()

function answer(message: WriterAsk): IndexUpdate {
  const update = updateFor(message)
  if (message.ask === 'join') sending.begin(message.port, update)
  else sending.send(update)
  return { ...update, added: [], removed: [] }
}

function updateFor(message: WriterAsk): IndexUpdate {
  if (message.ask === 'apply') return writer.apply(message.changes, message.more)
  return message.ask === 'join' ? writer.everything() : writer[message.ask]()
}

channel.receive((message) => {
  channel.say(attempt(message))
  collectIfAsked()
})

function attempt(message: WriterAsk): WriterAnswer {
  try {
    return { update: answer(message) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
