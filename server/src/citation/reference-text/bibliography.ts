import { formatReference, runsText, toCsl } from '@scinav/citation'
import { MAX_LISTED_REFERENCES, type Work } from '@scinav/contract'
import { recognizeFormat } from '@scinav/formats'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'

/**
 * Parses works in BibTeX, RIS or a similar format; returns null when the text is in none of them. Of very many works,
 * some more than `MAX_LISTED_REFERENCES` are read.
 */
export async function parseWorks(text: string): Promise<Work[] | null> {
  const records = await parseBibliography(text, MAX_LISTED_REFERENCES * 2)
  return records.length > 0 ? records.map(({ work }) => work) : null
}

/**
 * Parses the works of a bibliography file, with the lines, from 1, on which their records begin; unreadable records are
 * left out. Empty for any other text.
 *
 * @param maxRecords number of records after which no further chunk of the text is read; there may be some more.
 */
export async function parseBibliography(
  text: string,
  maxRecords: number,
): Promise<{ work: Work; line: number }[]> {
  const bytes = Buffer.from(text)
  const format = recognizeFormat(text.slice(0, CHUNK_BYTES), '')
  if (!format || !REFERENCE_FILE_MARK.test(text)) return []
  const records: { work: Work; line: number }[] = []
  for await (const batch of format.read(splitBytes(bytes))) {
    for (const read of batch) if (read.ok) records.push({ work: read.work, line: read.line })
    await yieldToEventLoop()
    if (records.length > maxRecords) break
  }
  return records
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
