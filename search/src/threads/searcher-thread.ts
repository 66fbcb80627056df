// Worker thread that answers searches over the segments of an index and follows its changes, started by
// `createSearcherThread`; for its answers see `SearcherResponse`.
import { workerData } from 'node:worker_threads'
import { openChannel } from '@scinav/threads'
import { collectIfRequested } from '../index/garbage-collection.ts'
import { SearchTooLong } from '../ranking/deadline.ts'
import {
  type FollowRequest,
  type SearcherQuestion,
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
  // A change of segments that is missing or cannot be applied ends the thread, because every later answer would lack it:
  // the thread that is started instead receives all segments anew.
  if (message.ask === 'follow') searcher({ ask: 'segments', ...takeUpdates(message.update_number) })
  else channel.say(answerOrError(message))
  collectIfRequested()
})

/** Answers a question; one that fails gets a response with `error`. */
function answerOrError(message: SearcherQuestion): SearcherResponse {
  const { id } = message
  try {
    return searcher(message) ?? { id, error: 'no answer' }
  } catch (error) {
    if (error instanceof SearchTooLong) return { id, error: TIMEOUT_ERROR }
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
