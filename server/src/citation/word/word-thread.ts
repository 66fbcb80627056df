import { openChannel } from '@scinav/threads'
import { type WordRequest, type WordResponse, writeWordFile } from './word-file.ts'

const channel = openChannel<WordRequest, WordResponse>(['write'])

channel.receive(async ({ write }) => {
  try {
    channel.say({ written: await writeWordFile(write) })
  } catch (error) {
    channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
