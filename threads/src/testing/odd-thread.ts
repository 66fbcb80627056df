import { parentPort } from 'node:worker_threads'
import { openChannel } from '../channel.ts'

/** What a thread for tests is asked: to say something, also what nobody knows, or to end after its last word. */
export type OddRequest = { ask: 'echo'; text: string } | { ask: 'babble' } | { ask: 'end'; text: string }
export type OddResponse = { say: 'echo'; text: string }

const { receive, say, close } = openChannel<OddRequest, OddResponse>(['echo', 'babble', 'end'])

// What Node itself tells where it watches the files that a thread reads.
parentPort?.postMessage({ 'watch:import': [import.meta.url] })

receive((message) => {
  if (message.ask === 'babble') return say(JSON.parse('{"say":"babble"}'))
  say({ say: 'echo', text: message.text })
  if (message.ask === 'end') close()
})
