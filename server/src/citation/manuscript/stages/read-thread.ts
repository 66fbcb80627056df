import { openChannel } from '@scinav/threads'
import { readManuscript } from '../reading/index.ts'
import type { ReadRequest, ReadResponse } from './read.ts'

const channel = openChannel<ReadRequest, ReadResponse>(['read'])

channel.receive(({ read }) => {
  try {
    channel.say({ manuscript: readManuscript(read) })
  } catch (error) {
    channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
