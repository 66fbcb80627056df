import { Worker } from 'node:worker_threads'
import type { ExportId, StyleId } from '@scinav/citation'
import { docxOf } from './docx.ts'
import { printRuns, printText } from './print.ts'
import { readSource, type Source } from './source.ts'

export interface Printing {
  style: StyleId
  format: ExportId | 'docx'
}

/** What a list becomes: a text, or the bytes of a Word file. */
export type Written = string | Uint8Array

export async function writeList(sources: Source[], { style, format }: Printing): Promise<Written> {
  const entries = sources.map((source, index) => readSource(source, index + 1))
  if (format === 'docx') return docxOf(printRuns(entries, style))
  return printText(entries, style, format).text
}

/** More than these are printed in a thread of their own, so that nobody else waits. */
const SHORT = 50

/** What the thread is told: sources part by part, then how to print them. */
export type PrintAsk = { sources: Source[] } | { printing: Printing }
export type PrintAnswer = { written: Written } | { error: string }

/** The same for a list of any length that comes in parts. */
export async function writeLong(parts: AsyncIterable<Source[]>, printing: Printing): Promise<Written> {
  const first: Source[] = []
  let thread: ReturnType<typeof printThread> | undefined
  try {
    for await (const part of parts) {
      if (!thread && first.length + part.length <= SHORT) {
        first.push(...part)
        continue
      }
      thread ??= printThread(first)
      thread.tell({ sources: part })
    }
    return thread ? await thread.print(printing) : await writeList(first, printing)
  } finally {
    await thread?.end()
  }
}

function printThread(first: Source[]) {
  const worker = new Worker(new URL('./print-thread.ts', import.meta.url))
  const answer = new Promise<PrintAnswer>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', (error) => resolve({ error: String(error) }))
    worker.once('exit', () => resolve({ error: 'the thread ended' }))
  })
  worker.postMessage({ sources: first } satisfies PrintAsk)
  return {
    tell: (ask: PrintAsk) => worker.postMessage(ask),
    async print(printing: Printing): Promise<Written> {
      worker.postMessage({ printing } satisfies PrintAsk)
      const found = await answer
      if ('error' in found) throw new Error(found.error)
      return found.written
    },
    end: () => worker.terminate(),
  }
}
