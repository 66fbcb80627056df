import type { Block, ParsedDocument } from '../document.ts'
import { cutEntries } from './entries.ts'
import { type FoundHead, findHeads, isDoubtful } from './headings.ts'
import { lettersOf } from './letters.ts'
import { readTei, type ToldStructure } from './read-tei.ts'
import { blocksOf, type Slice, wholeOf } from './slices.ts'

/**
 * A document of ours with the title, authors, sections and references that an engine outside tells, where our own text
 * has them: text, places and order stay ours.
 *
 * @param tei what GROBID has written; null where it has failed, which is told.
 */
export function withStructure(document: ParsedDocument, tei: Uint8Array | null): ParsedDocument {
  const told = tei && understood(tei)
  if (!told) {
    const warnings = [...document.warnings, { kind: 'structure-unavailable' as const }]
    return { ...document, warnings }
  }
  const heads = findHeads(document.blocks, told)
  const blocks = recut(document.blocks, told, heads)
  const found = heads.title && document.blocks[heads.title.slice.block]
  const title = found ? found.text.slice(0, heads.title?.slice.end).trim() : document.title
  return { ...document, title, authors: authorsOf(document, told), blocks }
}

function understood(tei: Uint8Array): ToldStructure | null {
  try {
    return readTei(tei)
  } catch {
    return null
  }
}

const notALetter = /[^\p{L}\p{M}]+/u

/** Authors whose family names stand on the first page, as words of their own. */
function authorsOf({ blocks, authors }: ParsedDocument, told: ToldStructure): string[] {
  const first = blocks
    .filter(({ page }) => page === 1)
    .map(({ text }) => text.normalize('NFKC').toLowerCase())
  const words = new Set(first.flatMap((text) => text.split(notALetter)))
  const letters = lettersOf(first.join(' '))
  const stands = (name: string) =>
    /\p{Script=Han}/u.test(name) ? letters.includes(lettersOf(name)) : words.has(name.toLowerCase())
  const there = told.authors.filter((name) => stands(name.split(notALetter).at(-1) ?? ''))
  return there.length > 0 ? there : authors
}

function recut(
  blocks: readonly Block[],
  told: ToldStructure,
  { title, heads, known }: ReturnType<typeof findHeads>,
): Block[] {
  const entries = cutEntries(blocks, told.references)
  const headings = new Map<number, FoundHead>()
  for (const head of [...heads, ...(title ? [title] : [])]) headings.set(head.slice.block, head)
  const slices = wholeOf(blocks).flatMap((whole): Slice[] => {
    const block = blocks[whole.block]
    const head = headings.get(whole.block)
    const cuts = entries.get(whole.block)
    if (cuts) return cuts
    if (head) return headed(whole, head)
    if (block && known && isDoubtful(block)) return [{ ...whole, become: { type: 'paragraph' } }]
    return [whole]
  })
  return blocksOf(blocks, slices)
}

const headed = (whole: Slice, { slice, level }: FoundHead): Slice[] => [
  { ...slice, become: { type: 'heading', level } },
  ...(slice.end < whole.end ? [{ ...whole, start: slice.end, become: { type: 'paragraph' as const } }] : []),
]
