// Worker thread that answers searches over the segments of an index and follows its changes, started by
// `createSearcherThread`; for its answers see `SearcherResponse`.
import { workerData } from 'node:worker_threads'
import { openChannel } from '@scinav/threads'
import { collectIfRequested } from '../index/garbage-collection.ts'
import { SearchTooLong } from '../ranking/deadline.ts'
import {
  type FollowRequest,
  type SearcherQuestion,
  type SearcherRequest,
  type SearcherResponse,
  TIMEOUT_ERROR,
} from './messages.ts'
import { createSearcher } from './searcher.ts'
import { createSegmentFollower } from './segment-updates.ts'

const searcher = createSearcher()
const takeUpdates = createSegmentFollower(workerData.port)
/** The kinds of messages (their `ask`) that the thread accepts; any other one ends it. */
const ACCEPTED_MESSAGES: (FollowRequest | SearcherQuestion)['ask'][] = ['follow', 'search', 'side', 'words']
const channel = openChannel<FollowRequest | SearcherQuestion, SearcherResponse>(ACCEPTED_MESSAGES)

channel.receive((message) => {
  // Outside of `answerOrError`, which ignores an update that cannot be applied: one that is missing from the segment
  // channel ends the thread, because every later one builds on it.
  const request: SearcherRequest =
    message.ask === 'follow' ? { ask: 'segments', ...takeUpdates(message.update_number) } : message
  const response = answerOrError(request)
  if (response) channel.say(response)
  collectIfRequested()
})

/**
 * Answers a message; a question that fails gets a response with `error`. A change of segments has no answer: if it
 * cannot be applied, the failure is ignored and the searcher goes on with the segments that it has.
 */
function answerOrError(message: SearcherRequest): SearcherResponse | null {
  try {
    return searcher(message)
  } catch (error) {
    // Only questions have an id; a change of segments has none.
    if (!('id' in message)) return null
    if (error instanceof SearchTooLong) return { id: message.id, error: TIMEOUT_ERROR }
    return { id: message.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
