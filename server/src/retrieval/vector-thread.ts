// A thread that keeps one model's vectors and compares them with questions, so that the server's own stays free.
import { openChannel } from '@scinav/threads'
import type { VectorRequest, VectorResponse } from './vector-index.ts'
import { createVectorMemory } from './vector-memory.ts'

const memory = createVectorMemory()
const channel = openChannel<VectorRequest, VectorResponse>(['add', 'nearest'])

channel.receive((message) => {
  if (message.ask === 'add') return memory.add(message.rows)
  channel.say({ id: message.id, near: memory.nearest(message) })
})
