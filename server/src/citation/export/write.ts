import type { ExportId } from '@scinav/citation'
import type { NationalOptions } from '@scinav/contract'
import { startThread } from '@scinav/threads'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'
import { type CitedTextRequest, writeCitedText } from './cited-text.ts'
import { referencesDocx } from './docx.ts'
import { type PrintStyle, printRuns, printText } from './print.ts'
import { type CitationSource, readSource } from './source.ts'

/** The style and format of a list. */
export interface ListFormat {
  style: PrintStyle
  format: ExportId | 'docx'
  national?: NationalOptions | undefined
}

/** A printed list: text, or the bytes of a Word file. */
export type PrintedList = string | Uint8Array

/** Writes a list on the current thread. */
export async function writeList(
  sources: CitationSource[],
  { style, format, national }: ListFormat,
): Promise<PrintedList> {
  const entries = sources.map((source, index) => readSource(source, index + 1))
  if (format === 'docx') return referencesDocx(printRuns(entries, style, national))
  return printText(entries, style, format, national).text
}

/** Longer lists are printed in a worker thread, so that they do not block other requests. */
const MAX_INLINE_SOURCES = 50
/** The same bound on their serialized size, because a few sources may be as large as thousands. */
const MAX_INLINE_CHARS = 100_000

/** Messages to the thread: sources in parts and then how to print them, or a whole text with its sources. */
export type PrintRequest =
  | { sources: CitationSource[] }
  | { printing: ListFormat }
  | { writing: CitedTextRequest }
/** The reply of the thread. */
export type PrintResponse = { written: PrintedList } | { error: string }

/** Writes a list of any length that arrives in parts, in a worker thread when it is long. */
export async function writeLongList(
  parts: AsyncIterable<CitationSource[]>,
  printing: ListFormat,
): Promise<PrintedList> {
  const first: CitationSource[] = []
  let thread: PrintThread | undefined
  let characters = 0
  try {
    for await (const part of parts) {
      const isShort = !thread && first.length + part.length <= MAX_INLINE_SOURCES
      if (isShort) characters += JSON.stringify(part).length
      if (isShort && characters <= MAX_INLINE_CHARS) {
        first.push(...part)
        continue
      }
      thread ??= await openPrintThread(first)
      thread.tell({ sources: part })
    }
    return thread ? await thread.print(printing) : await writeList(first, printing)
  } finally {
    await thread?.end()
  }
}

/** Writes a text with citations, in a worker thread when it is long. */
export async function writeLongCitedText(writing: CitedTextRequest): Promise<PrintedList> {
  const { text, sources } = writing
  if (sources.length <= MAX_INLINE_SOURCES && text.length <= MAX_INLINE_CITED_CHARS)
    return writeCitedText(writing)
  const thread = await openPrintThread([])
  try {
    return await thread.print(writing)
  } finally {
    await thread.end()
  }
}

/** Longer texts are written in a worker thread, because a Word file of them takes too long. */
const MAX_INLINE_CITED_CHARS = 10_000

type PrintThread = Awaited<ReturnType<typeof openPrintThread>>

/** Starts a print thread once a slot is free. */
async function openPrintThread(first: CitationSource[]) {
  const leave = await acquirePrintSlot()
  const file = new URL('./print-thread.ts', import.meta.url)
  const { listen, tell, end } = startThread<PrintRequest, PrintResponse>(file, {
    answers: ['written', 'error'],
  })
  const answer = new Promise<PrintResponse>((resolve) => {
    listen({ received: resolve, ended: (fault) => resolve({ error: String(fault) }) })
  })
  tell({ sources: first })
  return {
    tell,
    async print(how: ListFormat | CitedTextRequest): Promise<PrintedList> {
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
