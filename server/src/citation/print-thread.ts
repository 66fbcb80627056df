import { parentPort } from 'node:worker_threads'
import type { Source } from './source.ts'
import { type PrintAnswer, type PrintAsk, writeList } from './write.ts'

const sources: Source[] = []

parentPort?.on('message', async (ask: PrintAsk) => {
  if ('sources' in ask) {
    sources.push(...ask.sources)
    return
  }
  try {
    const written = await writeList(sources, ask.printing)
    parentPort?.postMessage({ written } satisfies PrintAnswer)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ error: text } satisfies PrintAnswer)
  }
})
