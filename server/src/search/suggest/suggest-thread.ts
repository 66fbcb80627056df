import { parentPort } from 'node:worker_threads'
import { type CompleterAnswer, type CompleterAsk, createAnswering } from './messages.ts'

const answering = createAnswering()
let isPreparing = false

parentPort?.on('message', (message: CompleterAsk) => {
  const answer = answering.answer(message)
  if (answer) parentPort?.postMessage(answer satisfies CompleterAnswer)
  if (isPreparing) return
  isPreparing = true
  setImmediate(prepare)
})

/** Questions come between the moments. */
function prepare(): void {
  isPreparing = answering.prepare()
  if (isPreparing) setImmediate(prepare)
}
