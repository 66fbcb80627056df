// Worker thread that writes an index, started by `startIndexThreads`: it answers each request, in order, with
// `{ update }` or `{ error }`.
import { workerData } from 'node:worker_threads'
import { openChannel } from '@scinav/threads'
import { collectIfRequested } from '../index/garbage-collection.ts'
import type { IndexUpdate } from '../index/state.ts'
import { createWriter, type IndexWriter } from '../index/writer.ts'
import type { WriterRequest, WriterResponse } from './messages.ts'
import { createSegmentSender } from './segment-updates.ts'

/** Duration of one step of a merge, which delays other requests. */
const MERGE_STEP_MS = 50
const { folder, write_only, schema } = workerData
const writer: IndexWriter = createWriter({ folder, merge_step_ms: MERGE_STEP_MS, write_only, schema })

const channel = openChannel<WriterRequest, WriterResponse>([
  'load',
  'merge',
  'save',
  'reset',
  'apply',
  'join',
])
const segmentSender = createSegmentSender()

/** Executes a request and sends changed segments to the readers; the returned update omits them. */
async function answerRequest(message: WriterRequest): Promise<IndexUpdate> {
  const update = await updateFor(message)
  if (message.ask === 'join') segmentSender.begin(message.port, update)
  else segmentSender.send(update)
  return { ...update, added: [], removed: [] }
}

/** Executes a request and returns the update that results from it. */
function updateFor(message: WriterRequest): IndexUpdate | Promise<IndexUpdate> {
  if (message.ask === 'apply') return writer.apply(message.changes, message.more)
  return message.ask === 'join' ? writer.everything() : writer[message.ask]()
}

/** The request in progress: loading takes several turns, and the requests that come meanwhile wait for it. */
let last = Promise.resolve()
channel.receive((message) => {
  last = last.then(async () => {
    channel.say(await answerOrError(message))
    collectIfRequested()
  })
})

/** Executes a request; a failure becomes a response with `error`. */
async function answerOrError(message: WriterRequest): Promise<WriterResponse> {
  try {
    return { update: await answerRequest(message) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
