import { openChannel } from '@scinav/threads'
import { writeCitedText } from './cited-text.ts'
import type { CitationSource } from './source.ts'
import { type PrintRequest, type PrintResponse, writeList } from './write.ts'

const sources: CitationSource[] = []
const channel = openChannel<PrintRequest, PrintResponse>(['sources', 'printing', 'writing'])

channel.receive(async (ask) => {
  if ('sources' in ask) {
    sources.push(...ask.sources)
    return
  }
  try {
    const written =
      'writing' in ask ? await writeCitedText(ask.writing) : await writeList(sources, ask.printing)
    channel.say({ written })
  } catch (error) {
    channel.say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
