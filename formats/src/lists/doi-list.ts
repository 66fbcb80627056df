// Reads lists of DOIs: one or more per line, bare, with `doi:` or as addresses, numbered or not.
import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeDoi } from '../fields/identifiers.ts'
import { finishWork } from '../finish.ts'
import { type RawRecord, RecordFault } from '../format.ts'
import type { Utf8Chunks } from '../input/bytes.ts'
import { splitLines } from '../input/lines.ts'

/** Number of lines by which a list is recognized. */
const MAX_TESTED_LINES = 50
/** The certainty of a recognized list, from 0 (no) to 1; below 1, because other formats may begin with DOIs too. */
const LIST_CERTAINTY = 0.85

/**
 * Returns how likely a text is a list of DOIs: `LIST_CERTAINTY` if each of its first `MAX_TESTED_LINES` lines that is
 * neither blank nor a heading consists of DOIs, and there is such a line; else 0.
 *
 * @param head the decoded beginning of the file; it may end within a line
 */
export function looksLikeDoiList(head: string): number {
  const entries = head
    .split(/\r\n|\n|\r/, MAX_TESTED_LINES)
    .filter((line) => line.trim() !== '' && !isDoiHeading(line))
  // The last line may be cut off; it counts only if it is the only one.
  const tested = entries.length > 1 ? entries.slice(0, -1) : entries
  const isList =
    tested.length > 0 && tested.flatMap(splitDoiLine).every((part) => parseDoiLine(part) !== null)
  return isList ? LIST_CERTAINTY : 0
}

/** Returns whether a line is the heading of the list: `DOI` or `doi:`. */
const isDoiHeading = (line: string): boolean => /^doi[:：]?$/i.test(line.trim())

/** Source of a regular expression for what may introduce a DOI: `doi:`, `https://doi.org/` or `dx.doi.org/`. */
const DOI_LABEL = String.raw`doi\s?[:：]\s?|(?:https?:\/\/)?(?:dx\.)?doi\.org\/`
/** Source of a regular expression for the beginning of a DOI, its registrant: `10.1038/`. */
const DOI_REGISTRANT = String.raw`10\.\d{4,9}\/`
/** Matches the blanks, commas or semicolons between two DOIs; of `10.1038/x; doi:10.1038/y` it matches `; `. */
const SEPARATOR = new RegExp(`(?<![\\s;,；，、])[\\s;,；，、]+(?=(?:${DOI_LABEL})?${DOI_REGISTRANT})`, 'i')

/**
 * Returns the parts of a line that consists of several DOIs, each as written with what introduces it:
 * `10.1038/x; doi:10.1038/y` → `10.1038/x`, `doi:10.1038/y`. Any other line is returned whole, as the only part.
 */
function splitDoiLine(line: string): string[] {
  const parts = line
    .trim()
    .replace(/[;,；，、]$/, '')
    .split(SEPARATOR)
  return parts.length > 1 && parts.every((part) => parseDoiLine(part) !== null) ? parts : [line]
}

/** Source of a regular expression for a bullet or number before an entry: `• `, `12. `, `[3] `, `4、`. */
const ENTRY_MARK = String.raw`[-*•] ?|\[?\d{1,4}[\].、)] ?`
/** Matches all that precedes the DOI of a line; of `[3] doi: 10.1038/x` it matches `[3] doi: `. */
const DOI_PREFIX = new RegExp(`^(?:${ENTRY_MARK})?(?:${DOI_LABEL})?(?=${DOI_REGISTRANT})`, 'i')

/** Returns the DOI, in its normal form, of a line that contains nothing else; null for any other line. */
function parseDoiLine(line: string): string | null {
  const plain = line.replace(/\s+/g, ' ').trim()
  const prefix = DOI_PREFIX.exec(plain)?.[0]
  if (prefix === undefined) return null
  const doi = plain.slice(prefix.length)
  return doi.includes(' ') ? null : normalizeDoi(doi)
}

/**
 * Reads the text of a record of `splitDoiList` as a work without other data; its title is the DOI until the work is
 * looked up. Returns null for a blank line or a heading.
 *
 * @throws RecordFault with a Chinese message when the line is not a DOI.
 */
export function doiListWork(text: string): Work | null {
  if (text.trim() === '' || isDoiHeading(text)) return null
  const doi = parseDoiLine(text)
  if (!doi) throw new RecordFault('这一行不是 DOI')
  return finishWork({ kind: { type: RESOURCE_TYPE.other }, title: doi, doi })
}

/**
 * Splits a list into one record per DOI; several DOIs of one line share its `line` and `offset`. Every other line,
 * blank lines and headings too, is one record, which `doiListWork` skips or reports. Yields one array per chunk of the
 * stream that completes a line.
 *
 * @param from the `offset` of the last record already read, in bytes; reading continues after it, 0 from the beginning
 */
export async function* splitDoiList(chunks: Utf8Chunks, from = 0): AsyncGenerator<RawRecord[]> {
  for await (const lines of splitLines(chunks, from))
    yield lines.flatMap((line) => splitDoiLine(line.text).map((text) => ({ ...line, text })))
}
