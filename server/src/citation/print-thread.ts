import { channelOf } from '@scinav/threads'
import type { Source } from './source.ts'
import { type PrintAnswer, type PrintAsk, writeList } from './write.ts'

const sources: Source[] = []
const channel = channelOf<PrintAsk, PrintAnswer>(['sources', 'printing'])

channel.hear(async (ask) => {
  if ('sources' in ask) {
    sources.push(...ask.sources)
    return
  }
  try {
    channel.say({ written: await writeList(sources, ask.printing) })
  } catch (error) {
    channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
