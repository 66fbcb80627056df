import { workerData } from 'node:worker_threads'
import { channelOf } from '@scinav/threads'
import { collectIfAsked } from '../index/collect.ts'
import { SearchTooLong } from '../ranking/deadline.ts'
import {
  type Follow,
  type SearcherAnswer,
  type SearcherAsk,
  type SearcherQuestion,
  TOO_LONG,
} from './messages.ts'
import { createSearcher } from './searcher.ts'
import { createFollowing } from './segment-updates.ts'

const searcher = createSearcher()
const channel = channelOf<Follow | SearcherQuestion, SearcherAnswer>(['follow', 'search', 'side', 'words'])
const follow = createFollowing(workerData.port)

channel.receive((message) => {
  const answer = attempt(
    message.ask === 'follow' ? { ask: 'segments', ...follow(message.update_number) } : message,
  )
  if (answer) channel.say(answer)
  collectIfAsked()
})

function attempt(message: SearcherAsk): SearcherAnswer | null {
  try {
    return searcher(message)
  } catch (error) {
    if (error instanceof SearchTooLong && 'id' in message) return { id: message.id, error: TOO_LONG }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return 'id' in message ? { id: message.id, error: text } : null
  }
}
