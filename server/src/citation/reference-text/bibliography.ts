import { formatReference, runsText, toCsl } from '@scinav/citation'
import type { Work } from '@scinav/contract'
import { recognizeFormat } from '@scinav/formats'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'

/**
 * Parses the works in BibTeX, RIS or a similar format; unreadable records are left out. Empty for any other text.
 *
 * @param maxWorks number of works after which no further part of the text is read; there may be some more.
 */
export async function parseWorks(text: string, maxWorks = Infinity): Promise<Work[]> {
  const bytes = Buffer.from(text)
  const format = recognizeFormat(text.slice(0, CHUNK_BYTES), '')
  if (!format || !REFERENCE_FILE_MARK.test(text)) return []
  const works: Work[] = []
  for await (const batch of format.read(splitBytes(bytes))) {
    for (const read of batch) if (read.ok) works.push(read.work)
    await yieldToEventLoop()
    if (works.length > maxWorks) break
  }
  return works
}

/**
 * Marks that nobody types by hand; without one, a table of two columns could be taken for a file although it is a list.
 */
const REFERENCE_FILE_MARK =
  /^\s{0,20}(?:@\w{1,20}\s{0,5}[{(]|TY\s\s?-|%0\s|RT [A-Z][a-z]|SrcDatabase-|[{[]Reference Type[}\]]|\[\s{0,20}\{|<\?xml|<xml>|<records?>|FN |PT [A-Z]\s{0,4}$|PMID-\s|<rdf:RDF|<1>\s{0,4}$|Scopus\s{0,4}$)/m

/** Size of the chunks in which a text is parsed, and of the beginning by which its format is recognized. */
const CHUNK_BYTES = 65_536

/** Yields bytes in chunks of `CHUNK_BYTES`. */
async function* splitBytes(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

/** Returns a record as a one-line entry in GB/T 7714-2015. */
export const formatRecord = (work: Work): string => runsText(formatReference('gb-2015-numeric', toCsl(work)))
