import { workerData } from 'node:worker_threads'
import { channelOf } from '@scinav/threads'
import { askToCollect, collectIfAsked } from '../index/collect.ts'
import { createFollowing } from '../threads/segment-updates.ts'
import { type CompleterAnswer, type CompleterAsk, createAnswering } from './messages.ts'

const answering = createAnswering(createFollowing(workerData.port))
const channel = channelOf<CompleterAsk, CompleterAnswer>(['take', 'complete'])
let isPreparing = false

channel.receive((message) => {
  const answer = answering.answer(message)
  if (answer) channel.say(answer)
  collectIfAsked()
  if (isPreparing) return
  isPreparing = true
  setImmediate(prepare)
})

/** So many moments leave garbage about that is worth a pause of some 20 milliseconds. */
const MANY_MOMENTS = 50
let moments = 0

/** Questions come between the moments. */
function prepare(): void {
  const wait = answering.prepare()
  moments += 1
  isPreparing = wait !== null
  if (wait === 0) setImmediate(prepare)
  else if (wait !== null) setTimeout(prepare, wait)
  else if (moments > MANY_MOMENTS) {
    moments = 0
    askToCollect()
    collectIfAsked()
  }
}
