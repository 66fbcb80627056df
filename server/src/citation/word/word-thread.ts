import { channelOf } from '@scinav/threads'
import type { WordAnswer, WordAsk } from './long-word-file.ts'
import { wordFile } from './word-file.ts'

const channel = channelOf<WordAsk, WordAnswer>(['write'])

channel.receive(async ({ write }) => {
  try {
    channel.say({ written: await wordFile(write) })
  } catch (error) {
    channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
