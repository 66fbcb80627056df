import { openChannel } from '@scinav/threads'
import type { CitationSource } from './source.ts'
import { type PrintRequest, type PrintResponse, printJobs } from './write.ts'

const sources: CitationSource[] = []
const channel = openChannel<PrintRequest, PrintResponse>(['sources', ...Object.keys(printJobs)])

// Collects the sources, which arrive in parts, until a message names the job; the thread prints once.
channel.receive(async (message) => {
  if ('sources' in message) {
    sources.push(...message.sources)
    return
  }
  const print = printJobs[message.ask] as (sources: CitationSource[], input: unknown) => Promise<unknown>
  channel.say({ printed: await print(sources, message.input) })
})
