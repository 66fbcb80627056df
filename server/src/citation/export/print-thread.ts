import { channelOf } from '@scinav/threads'
import { writeCited } from './cited-text.ts'
import type { Source } from './source.ts'
import { type PrintAnswer, type PrintAsk, writeList } from './write.ts'

const sources: Source[] = []
const channel = channelOf<PrintAsk, PrintAnswer>(['sources', 'printing', 'writing'])

channel.receive(async (ask) => {
  if ('sources' in ask) {
    sources.push(...ask.sources)
    return
  }
  try {
    const written = 'writing' in ask ? await writeCited(ask.writing) : await writeList(sources, ask.printing)
    channel.say({ written })
  } catch (error) {
    channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
