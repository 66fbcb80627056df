import { parentPort } from 'node:worker_threads'
import { openChannel } from '../thread.ts'

/** A request to a thread for tests: to echo a text, to send an unknown message, or to end after a last message. */
export type OddRequest = { ask: 'echo'; text: string } | { ask: 'babble' } | { ask: 'end'; text: string }
export type OddResponse = { say: 'echo'; text: string }

const { receive, say, close } = openChannel<OddRequest, OddResponse>(['echo', 'babble', 'end'])

// Imitates the message that Node sends when it watches the files a thread reads.
parentPort?.postMessage({ 'watch:import': [import.meta.url] })

receive((message) => {
  if (message.ask === 'babble') return say(JSON.parse('{"say":"babble"}'))
  say({ say: 'echo', text: message.text })
  if (message.ask === 'end') close()
})
