import type { ExportId } from '@scinav/citation'
import type { NationalOptions } from '@scinav/contract'
import { listReferences, type ReferenceListRequest } from './cited-list.ts'
import { type CitedTextRequest, printCitedText, writeCitedText } from './cited-text.ts'
import { referencesDocx } from './docx.ts'
import { type PrintStyle, printBareEntries, printRuns, printText } from './print.ts'
import { type CitationSource, readSources } from './source.ts'

/** A style with the options of those of GB/T 7714. */
export interface StyleChoice {
  style: PrintStyle
  national?: NationalOptions | undefined
}

/** The style and format of a list. */
export interface ListFormat extends StyleChoice {
  format: ExportId | 'docx'
}

/** The style and format of a list that is text. */
export interface TextFormat extends ListFormat {
  format: ExportId
}

/** A printed list: text, or the bytes of a Word file. */
export type PrintedList = string | Uint8Array

/**
 * The print jobs by name; each runs on the current thread or in a print thread. `text` and `references` carry their
 * sources in the request and ignore the first argument.
 */
export const printJobs = {
  list: async (sources: CitationSource[], { style, format, national }: ListFormat): Promise<PrintedList> => {
    const entries = readSources(sources)
    if (format === 'docx') return referencesDocx(printRuns(entries, style, national))
    return printText(entries, style, format, national).text
  },
  preview: async (sources: CitationSource[], { style, format, national }: TextFormat) =>
    printText(readSources(sources), style, format, national),
  entries: async (sources: CitationSource[], { style, national }: StyleChoice) =>
    printBareEntries(readSources(sources), style, national),
  text: async (_: CitationSource[], request: CitedTextRequest): Promise<PrintedList> =>
    writeCitedText(request),
  references: async (_: CitationSource[], request: ReferenceListRequest) => listReferences(request),
  cited: async (_: CitationSource[], request: Parameters<typeof printCitedText>[0]) =>
    printCitedText(request),
}

/** The name of a print job, the input of each, and its result. */
export type JobName = keyof typeof printJobs
export type JobInputs = { [Name in JobName]: Parameters<(typeof printJobs)[Name]>[1] }
export type JobResult<Name extends JobName> = Awaited<ReturnType<(typeof printJobs)[Name]>>

/** Messages to the thread: sources in parts, and then what to print. */
export type PrintRequest = { sources: CitationSource[] } | { ask: JobName; input: JobInputs[JobName] }
/** The reply of the thread. */
export type PrintResponse = { printed: unknown }
