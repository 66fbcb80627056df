import type { ExportId, StyleId } from '@scinav/citation'
import { startThread } from '@scinav/threads'
import { printTurn } from '../../platform/foundation/semaphore.ts'
import { type CitedWriting, writeCited } from './cited-text.ts'
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
/** A few may hold as much as thousands do. */
const SHORT_TEXT = 100_000

/** What the thread is told: sources part by part, then how to print them; or a whole text that cites. */
export type PrintAsk = { sources: Source[] } | { printing: Printing } | { writing: CitedWriting }
export type PrintAnswer = { written: Written } | { error: string }

/** The same for a list of any length that comes in parts. */
export async function writeLong(parts: AsyncIterable<Source[]>, printing: Printing): Promise<Written> {
  const first: Source[] = []
  let thread: PrintThread | undefined
  let characters = 0
  try {
    for await (const part of parts) {
      const isShort = !thread && first.length + part.length <= SHORT
      if (isShort) characters += JSON.stringify(part).length
      if (isShort && characters <= SHORT_TEXT) {
        first.push(...part)
        continue
      }
      thread ??= await printThread(first)
      thread.tell({ sources: part })
    }
    return thread ? await thread.print(printing) : await writeList(first, printing)
  } finally {
    await thread?.end()
  }
}

/** A text that cites, likewise. */
export async function writeLongCited(writing: CitedWriting): Promise<Written> {
  const { text, sources } = writing
  if (sources.length <= SHORT && text.length <= SHORT_CITED) return writeCited(writing)
  const thread = await printThread([])
  try {
    return await thread.print(writing)
  } finally {
    await thread.end()
  }
}

/** A Word file of more text takes longer than others may wait. */
const SHORT_CITED = 10_000

type PrintThread = Awaited<ReturnType<typeof printThread>>

/** Starts a thread once few enough others print. */
async function printThread(first: Source[]) {
  const leave = await printTurn()
  const file = new URL('./print-thread.ts', import.meta.url)
  const { listen, tell, end } = startThread<PrintAsk, PrintAnswer>(file, { answers: ['written', 'error'] })
  const answer = new Promise<PrintAnswer>((resolve) => {
    listen({ received: resolve, ended: (fault) => resolve({ error: String(fault) }) })
  })
  tell({ sources: first })
  return {
    tell,
    async print(how: Printing | CitedWriting): Promise<Written> {
      tell('text' in how ? { writing: how } : { printing: how })
      const found = await answer
      if ('error' in found) throw new Error(found.error)
      return found.written
    },
    async end(): Promise<void> {
      await end().finally(leave)
    },
  }
}
