// A thread that keeps one model's vectors and compares them with questions, so that the server's own stays free.
import { channelOf } from '@scinav/threads'
import type { VectorAnswer, VectorAsk } from './vector-index.ts'
import { createVectorMemory } from './vector-memory.ts'

const memory = createVectorMemory()
const channel = channelOf<VectorAsk, VectorAnswer>(['add', 'nearest'])

channel.receive((message) => {
  if (message.ask === 'add') return memory.add(message.rows)
  channel.say({ id: message.id, near: memory.nearest(message) })
})
