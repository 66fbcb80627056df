import { openPrintThread, STYLE_LIMITS } from '../styles/index.ts'
import { listReferences, type ReferenceListRequest } from './cited-list.ts'
import { type CitedTextRequest, type PrintedCitedText, printCitedText, writeCitedText } from './cited-text.ts'
import type { PrintStyle } from './print.ts'
import {
  type JobInputs,
  type JobName,
  type JobResult,
  type ListFormat,
  type PrintedList,
  type PrintRequest,
  printJobs,
  type StyleChoice,
  type TextFormat,
} from './print-jobs.ts'
import type { CitationSource } from './source.ts'

/** Longer lists are printed in a worker thread, so that they do not block other requests. */
const MAX_INLINE_SOURCES = 50
/** The same bound on their serialized size, because a few sources may be as large as thousands. */
const MAX_INLINE_CHARS = 100_000
/** Longer texts are written in a worker thread, because a Word file of them takes too long. */
const MAX_INLINE_CITED_CHARS = 10_000

/**
 * Returns whether a list is short enough for the current thread. A list in an installed style never is, because nobody
 * knows how long the style takes.
 */
const isShort = (style: PrintStyle, sources: readonly unknown[]): boolean =>
  typeof style === 'string' && sources.length <= MAX_INLINE_SOURCES

/** Starts a print thread, with limits of time and memory for an installed style, which may be anybody's file. */
const openThread = <Printed>(style: PrintStyle) =>
  openPrintThread<PrintRequest, Printed>(
    new URL('./print-thread.ts', import.meta.url),
    typeof style === 'string' ? undefined : STYLE_LIMITS,
  )

/** Prints in a worker thread, which ends with the job. */
async function printInThread<Name extends JobName>(
  ask: Name,
  input: JobInputs[Name],
  sources: CitationSource[] = [],
): Promise<JobResult<Name>> {
  const thread = await openThread<JobResult<Name>>(input.style)
  try {
    thread.tell({ sources })
    return await thread.print({ ask, input })
  } finally {
    await thread.end()
  }
}

/** Writes a list of any length whose sources arrive in batches, in a worker thread when it is long. */
export async function writeLongList(
  batches: AsyncIterable<CitationSource[]>,
  format: ListFormat,
): Promise<PrintedList> {
  /** The sources that came before a thread was needed. */
  const early: CitationSource[] = []
  let thread: Awaited<ReturnType<typeof openThread<PrintedList>>> | undefined
  let characters = 0
  try {
    for await (const batch of batches) {
      const mayStay = !thread && isShort(format.style, [...early, ...batch])
      if (mayStay) characters += JSON.stringify(batch).length
      if (mayStay && characters <= MAX_INLINE_CHARS) {
        early.push(...batch)
        continue
      }
      if (!thread) {
        thread = await openThread<PrintedList>(format.style)
        thread.tell({ sources: early })
      }
      thread.tell({ sources: batch })
    }
    return thread ? await thread.print({ ask: 'list', input: format }) : await printJobs.list(early, format)
  } finally {
    await thread?.end()
  }
}

const isInline = (style: PrintStyle, sources: readonly unknown[]): boolean =>
  isShort(style, sources) && JSON.stringify(sources).length <= MAX_INLINE_CHARS

/**
 * Prints the entries of a list without their numbers, in the order of the style; in a worker thread when it is long.
 *
 * @throws AppError `citation_style.over_limit`.
 */
export async function printLongEntries(sources: CitationSource[], choice: StyleChoice) {
  return isInline(choice.style, sources)
    ? printJobs.entries(sources, choice)
    : printInThread('entries', choice, sources)
}

/** Prints a list as text and entry by entry, in a worker thread when it is long. */
export async function previewLongList(sources: CitationSource[], format: TextFormat) {
  return isInline(format.style, sources)
    ? printJobs.preview(sources, format)
    : printInThread('preview', format, sources)
}

/** Writes a text with citations, in a worker thread when it is long. */
export async function writeLongCitedText(request: CitedTextRequest): Promise<PrintedList> {
  const { text, sources, style } = request
  const fitsInline = isShort(style, sources) && text.length <= MAX_INLINE_CITED_CHARS
  return fitsInline ? writeCitedText(request) : printInThread('text', request)
}

/** Lists the references of a text with their marks, in a worker thread when there are many. */
export async function listLongReferences(request: ReferenceListRequest) {
  return isShort(request.style, request.sources)
    ? listReferences(request)
    : printInThread('references', request)
}

/** Prints a text and its list separately, in a worker thread when it is long. */
export async function printLongCitedText(
  request: Parameters<typeof printCitedText>[0],
): Promise<PrintedCitedText> {
  const { text, sources, style } = request
  const fitsInline = isShort(style, sources) && text.length <= MAX_INLINE_CITED_CHARS
  return fitsInline ? printCitedText(request) : printInThread('cited', request)
}
