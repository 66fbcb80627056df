// Reads lists of DOIs: one or more per line, bare, with `doi:` or as addresses, numbered or not.
import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import type { Utf8Chunks } from './bytes.ts'
import { finishWork } from './finish.ts'
import { type RawRecord, RecordFault } from './format.ts'
import { normalizeDoi } from './identifiers.ts'
import { splitLines } from './lines.ts'

/** The text that may precede a DOI: a number or bullet, `doi:`, or the address of the resolver. */
const DOI_PREFIX =
  /^(?:[-*•] ?|\[?\d{1,4}[\].、)] ?)?(?:doi ?[:：] ?|(?:https?:\/\/)?(?:dx\.)?doi\.org\/)?(?=10\.\d{4,9}\/)/i

/** Returns the DOI of a line that contains nothing else; null for any other line. */
function parseDoiLine(line: string): string | null {
  const plain = line.replace(/\s+/g, ' ').trim()
  const start = DOI_PREFIX.exec(plain)?.[0].length
  const doi = start === undefined ? '' : plain.slice(start)
  return doi === '' || doi.includes(' ') ? null : normalizeDoi(doi)
}

/** Marks between DOIs on one line. */
const SEPARATOR =
  /(?<![\s;,；，、])[\s;,；，、]+(?=(?:doi\s?[:：]\s?|(?:https?:\/\/)?(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/)/i

/** Returns the DOIs of a line with several; otherwise the line itself. */
const splitDoiLine = (line: string): string[] => {
  const parts = line
    .trim()
    .replace(/[;,；，、]$/, '')
    .split(SEPARATOR)
  return parts.length > 1 && parts.every((part) => parseDoiLine(part) !== null) ? parts : [line]
}

const isDoiHeading = (line: string): boolean => /^doi[:：]?$/i.test(line.trim())

const MAX_TESTED_LINES = 50

/** Returns how likely a text is a list of DOIs: 0.85 if all of its first lines are DOIs, else 0. */
export function looksLikeDoiList(head: string): number {
  const all = head
    .split(/\r\n|\n|\r/, MAX_TESTED_LINES)
    .filter((line) => line.trim() !== '' && !isDoiHeading(line))
  // The head may end within a line.
  const lines = all.length > 1 ? all.slice(0, -1) : all
  return lines.length > 0 && lines.flatMap(splitDoiLine).every((part) => parseDoiLine(part) !== null)
    ? 0.85
    : 0
}

/**
 * Reads a DOI as a work without other data; its title is the DOI until the work is looked up. Returns null for a blank
 * line or a heading.
 *
 * @throws RecordFault when the line is not a DOI.
 */
export function doiListWork(text: string): Work | null {
  if (text.trim() === '' || isDoiHeading(text)) return null
  const doi = parseDoiLine(text)
  if (!doi) throw new RecordFault('这一行不是 DOI')
  return finishWork({ kind: { type: RESOURCE_TYPE.other }, title: doi, doi })
}

/** Yields the DOIs of a list, each with its line. */
export async function* splitDoiList(chunks: Utf8Chunks, from = 0): AsyncGenerator<RawRecord[]> {
  for await (const lines of splitLines(chunks, from))
    yield lines.flatMap((line) => splitDoiLine(line.text).map((text) => ({ ...line, text })))
}
