import type { Block, ParsedDocument } from '../document.ts'
import { cutEntries } from './entries.ts'
import { findHeadings, isDoubtfulHeading, type LocatedHeading } from './headings.ts'
import { letterKey } from './letters.ts'
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
  const told = tei && tryReadTei(tei)
  if (!told) {
    const warnings = [...document.warnings, { kind: 'structure-unavailable' as const }]
    return { ...document, warnings }
  }
  const heads = findHeadings(document.blocks, told)
  const blocks = resliceBlocks(document.blocks, told, heads)
  const found = heads.title && document.blocks[heads.title.slice.block]
  const title = found ? found.text.slice(0, heads.title?.slice.end).trim() : document.title
  return { ...document, title, authors: confirmedAuthors(document, told), blocks }
}

function tryReadTei(tei: Uint8Array): TeiStructure | null {
  try {
    return readTei(tei)
  } catch {
    return null
  }
}

const NON_LETTERS = /[^\p{L}\p{M}]+/u

/**
 * Returns the authors whose family names occur on the first page as separate words (Chinese names as part of the
 * text), or the authors of the document when there are none.
 */
function confirmedAuthors({ blocks, authors }: ParsedDocument, told: TeiStructure): string[] {
  const first = blocks
    .filter(({ page }) => page === 1)
    .map(({ text }) => text.normalize('NFKC').toLowerCase())
  const words = new Set(first.flatMap((text) => text.split(NON_LETTERS)))
  const letters = letterKey(first.join(' '))
  const stands = (name: string) =>
    /\p{Script=Han}/u.test(name) ? letters.includes(letterKey(name)) : words.has(name.toLowerCase())
  const there = told.authors.filter((name) => stands(name.split(NON_LETTERS).at(-1) ?? ''))
  return there.length > 0 ? there : authors
}

function resliceBlocks(
  blocks: readonly Block[],
  told: TeiStructure,
  { title, heads, known }: ReturnType<typeof findHeadings>,
): Block[] {
  const entries = cutEntries(blocks, told.references)
  const headings = new Map<number, LocatedHeading>()
  for (const head of [...heads, ...(title ? [title] : [])]) headings.set(head.slice.block, head)
  const slices = wholeSlices(blocks).flatMap((whole): BlockSlice[] => {
    const block = blocks[whole.block]
    const head = headings.get(whole.block)
    const cuts = entries.get(whole.block)
    if (cuts) return cuts
    if (head) return headingSlices(whole, head)
    if (block && known && isDoubtfulHeading(block)) return [{ ...whole, become: { type: 'paragraph' } }]
    return [whole]
  })
  return buildBlocks(blocks, slices)
}

const headingSlices = (whole: BlockSlice, { slice, level }: LocatedHeading): BlockSlice[] => [
  { ...slice, become: { type: 'heading', level } },
  ...(slice.end < whole.end ? [{ ...whole, start: slice.end, become: { type: 'paragraph' as const } }] : []),
]
