// Worker thread that holds one model's vectors and compares them with queries, off the server's main thread.
import { openChannel } from '@scinav/threads'
import type { VectorRequest, VectorResponse } from './vector-index.ts'
import { createVectorMemory } from './vector-memory.ts'

const memory = createVectorMemory()
const channel = openChannel<VectorRequest, VectorResponse>(['add', 'nearest'])

channel.receive((message) => {
  if (message.ask === 'add') return memory.add(message.rows)
  channel.say({ id: message.id, near: memory.nearest(message) })
})
