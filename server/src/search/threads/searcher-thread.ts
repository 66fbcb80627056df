import { parentPort, workerData } from 'node:worker_threads'
import { collectIfAsked } from '../segment/collect.ts'
import type { Follow, SearcherAnswer, SearcherAsk, SearcherQuestion } from './messages.ts'
import { createFollowing } from './news.ts'
import { createSearcher } from './searcher.ts'

const searcher = createSearcher()
const follow = createFollowing(workerData.port)

parentPort?.on('message', (message: Follow | SearcherQuestion) => {
  const answer = attempt(message.ask === 'follow' ? { ask: 'segments', ...follow(message.news) } : message)
  if (answer) parentPort?.postMessage(answer)
  collectIfAsked()
})

function attempt(message: SearcherAsk): SearcherAnswer | null {
  try {
    return searcher(message)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return 'id' in message ? { id: message.id, error: text } : null
  }
}
