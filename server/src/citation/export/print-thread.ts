// Worker thread that prints citations; started by `write.ts`. It collects the sources, which arrive in parts, until a
// message names the job, answers with what the job printed, and is used for one job only. An error ends the thread, which
// passes it on.
import { openChannel } from '@scinav/threads'
import { type PrintRequest, type PrintResponse, printJobs } from './print-jobs.ts'
import type { CitationSource } from './source.ts'

const sources: CitationSource[] = []
const channel = openChannel<PrintRequest, PrintResponse>(['sources', ...Object.keys(printJobs)])

channel.receive(async (message) => {
  if ('sources' in message) {
    sources.push(...message.sources)
    return
  }
  // `ask` and `input` belong together, which TypeScript cannot follow through the look-up.
  const print = printJobs[message.ask] as (sources: CitationSource[], input: unknown) => Promise<unknown>
  channel.say({ printed: await print(sources, message.input) })
})
