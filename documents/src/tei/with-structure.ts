import type { Block, ParsedDocument } from '../document.ts'
import { letterKey } from '../structure/text-forms.ts'
import { cutEntries } from './entries.ts'
import { findHeadings, isDoubtfulHeading, type LocatedHeading, type LocatedHeadings } from './headings.ts'
import { readTei, type TeiStructure } from './read-tei.ts'
import { type BlockSlice, buildBlocks, wholeSlices } from './slices.ts'

/**
 * Returns a document with the title, authors, headings and references that GROBID reports, wherever the extracted
 * text confirms them. Text, positions and order remain those of the document.
 *
 * @param tei the output of GROBID; null when it failed. Without a readable one the document gets the warning
 * `structure-unavailable`.
 */
export function withStructure(document: ParsedDocument, tei: Uint8Array | null): ParsedDocument {
  const structure = tei && tryReadTei(tei)
  if (!structure) {
    const warnings = [...document.warnings, { kind: 'structure-unavailable' as const }]
    return { ...document, warnings }
  }
  const headings = findHeadings(document.blocks, structure)
  const { title: titleHeading } = headings
  const titleBlock = titleHeading && document.blocks[titleHeading.slice.block]
  return {
    ...document,
    title: titleBlock ? titleBlock.text.slice(0, titleHeading.slice.end).trim() : document.title,
    authors: confirmedAuthors(document, structure),
    blocks: resliceBlocks(document.blocks, structure, headings),
  }
}

/** Reads the output of GROBID, or returns null when it cannot be read. */
function tryReadTei(tei: Uint8Array): TeiStructure | null {
  try {
    return readTei(tei)
  } catch {
    return null
  }
}

/** Matches what separates words. */
const NON_LETTERS = /[^\p{L}\p{M}]+/u

/**
 * Returns the reported authors whose family names occur on the first page as separate words (Chinese names as part of
 * the text), or the authors of the document when there are none.
 */
function confirmedAuthors({ blocks, authors }: ParsedDocument, structure: TeiStructure): string[] {
  const firstPage = blocks
    .filter(({ page }) => page === 1)
    .map(({ text }) => text.normalize('NFKC').toLowerCase())
  const words = new Set(firstPage.flatMap((text) => text.split(NON_LETTERS)))
  const letters = letterKey(firstPage.join(' '))
  const isPrinted = (name: string) =>
    /\p{Script=Han}/u.test(name) ? letters.includes(letterKey(name)) : words.has(name.toLowerCase())
  const confirmed = structure.authors.filter((name) => isPrinted(name.split(NON_LETTERS).at(-1) ?? ''))
  return confirmed.length > 0 ? confirmed : authors
}

/** Cuts the blocks at the confirmed headings and references, and gives the parts their types. */
function resliceBlocks(
  blocks: readonly Block[],
  structure: TeiStructure,
  { title, headings, isComplete }: LocatedHeadings,
): Block[] {
  const entries = cutEntries(blocks, structure.references)
  const headingOfBlock = new Map<number, LocatedHeading>()
  for (const heading of [...headings, ...(title ? [title] : [])])
    headingOfBlock.set(heading.slice.block, heading)
  const slices = wholeSlices(blocks).flatMap((whole): BlockSlice[] => {
    const block = blocks[whole.block]
    const heading = headingOfBlock.get(whole.block)
    const cuts = entries.get(whole.block)
    if (cuts) return cuts
    if (heading) return headingSlices(whole, heading)
    if (block && isComplete && isDoubtfulHeading(block)) return [{ ...whole, become: { type: 'paragraph' } }]
    return [whole]
  })
  return buildBlocks(blocks, slices)
}

/** Returns the slice of a heading, and that of the text after it in the same block. */
const headingSlices = (whole: BlockSlice, { slice, level }: LocatedHeading): BlockSlice[] => [
  { ...slice, become: { type: 'heading', level } },
  ...(slice.end < whole.end ? [{ ...whole, start: slice.end, become: { type: 'paragraph' as const } }] : []),
]
