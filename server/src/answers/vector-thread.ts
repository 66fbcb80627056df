// A thread that keeps one model's vectors and compares them with questions, so that the server's own stays free.
import { parentPort } from 'node:worker_threads'
import type { VectorAnswer, VectorAsk } from './vector-index.ts'
import { createVectorMemory } from './vector-memory.ts'

const memory = createVectorMemory()

parentPort?.on('message', (message: VectorAsk) => {
  if (message.ask === 'add') return memory.add(message.rows)
  const answer: VectorAnswer = { id: message.id, near: memory.nearest(message) }
  parentPort?.postMessage(answer)
})
