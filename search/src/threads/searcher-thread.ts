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
const channel = openChannel<FollowRequest | SearcherQuestion, SearcherResponse>([
  'follow',
  'search',
  'side',
  'words',
])
const follow = createSegmentFollower(workerData.port)

channel.receive((message) => {
  const answer = attempt(
    message.ask === 'follow' ? { ask: 'segments', ...follow(message.update_number) } : message,
  )
  if (answer) channel.say(answer)
  collectIfRequested()
})

/** Answers a message; failures of questions become error responses. */
function attempt(message: SearcherRequest): SearcherResponse | null {
  try {
    return searcher(message)
  } catch (error) {
    if (error instanceof SearchTooLong && 'id' in message) return { id: message.id, error: TIMEOUT_ERROR }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return 'id' in message ? { id: message.id, error: text } : null
  }
}
