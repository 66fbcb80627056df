import { parentPort } from 'node:worker_threads'
import type { SearcherAnswer, SearcherAsk } from './messages.ts'
import { createSearcher } from './searcher.ts'

const searcher = createSearcher()

parentPort?.on('message', (message: SearcherAsk) => {
  const answer = attempt(message)
  if (answer) parentPort?.postMessage(answer)
})

function attempt(message: SearcherAsk): SearcherAnswer | null {
  try {
    return searcher(message)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return 'id' in message ? { id: message.id, error: text } : null
  }
}
