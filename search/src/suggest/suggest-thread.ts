// Worker thread that completes typed texts, started by `createThreadedCompleter`: it answers `{ id, completions }` or
// `{ id, error }`.
import { workerData } from 'node:worker_threads'
import { openChannel } from '@scinav/threads'
import { collectIfRequested, requestCollection } from '../index/garbage-collection.ts'
import { createSegmentFollower } from '../threads/segment-updates.ts'
import { type CompleterRequest, type CompleterResponse, createCompleterService } from './completer-service.ts'

const completerService = createCompleterService(createSegmentFollower(workerData.port))
const channel = openChannel<CompleterRequest, CompleterResponse>(['take', 'complete'])
/** Whether a slice of preparation is scheduled. */
let isPreparing = false

// Every message may give reason to prepare: a change of the index, or a text after a pause.
channel.receive((message) => {
  const answer = completerService.answer(message)
  if (answer) channel.say(answer)
  collectIfRequested()
  if (isPreparing) return
  isPreparing = true
  setImmediate(prepareSlice)
})

/** Number of slices whose garbage is worth the pause of a collection. */
const SLICES_PER_COLLECTION = 50
/** Number of slices since the last collection. */
let sliceCount = 0

/**
 * Runs one slice of preparation and schedules the next one, if any; questions are answered between slices. When nothing
 * is left to do after many slices, their garbage is collected.
 */
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
