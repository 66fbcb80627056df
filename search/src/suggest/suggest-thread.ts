import { workerData } from 'node:worker_threads'
import { openChannel } from '@scinav/threads'
import { collectIfRequested, requestCollection } from '../index/garbage-collection.ts'
import { createSegmentFollower } from '../threads/segment-updates.ts'
import { type CompleterRequest, type CompleterResponse, createCompleterService } from './messages.ts'

const completerService = createCompleterService(createSegmentFollower(workerData.port))
const channel = openChannel<CompleterRequest, CompleterResponse>(['take', 'complete'])
let isPreparing = false

channel.receive((message) => {
  const answer = completerService.answer(message)
  if (answer) channel.say(answer)
  collectIfRequested()
  if (isPreparing) return
  isPreparing = true
  setImmediate(prepareSlice)
})

/** So many moments leave garbage about that is worth a pause of some 20 milliseconds. */
const SLICES_PER_COLLECTION = 50
let sliceCount = 0

/** Questions come between the moments. */
function prepareSlice(): void {
  const wait = completerService.prepare()
  sliceCount += 1
  isPreparing = wait !== null
  if (wait === 0) setImmediate(prepareSlice)
  else if (wait !== null) setTimeout(prepareSlice, wait)
  else if (sliceCount > SLICES_PER_COLLECTION) {
    sliceCount = 0
    requestCollection()
    collectIfRequested()
  }
}
