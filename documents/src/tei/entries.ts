import type { Block } from '../document.ts'
import { letterKey } from '../structure/text-forms.ts'
import type { BlockSlice } from './slices.ts'

// GROBID returns reference entries as plain text. They are located in the blocks by their letters alone.

/**
 * Cuts blocks at reference entries: returns the slices of each block that contains some, by block index; none when too
 * few entries are found. The slices of a block are in order and cover all of its text.
 */
export function cutEntries(
  blocks: readonly Block[],
  references: readonly string[],
): Map<number, BlockSlice[]> {
  const { letters, positions } = collectLetters(blocks)
  const entries = locateEntries(letters, references) ?? []
  const slices = entries.flatMap(({ from, to }, entry) =>
    blockStarts(positions, from, to).map(({ block, offset }, part): BlockSlice => {
      const blockText = blocks[block]?.text ?? ''
      const start = part === 0 ? includeLabel(blockText, offset) : 0
      // Characters after the last letter of an entry belong to it, up to the next entry.
      return { block, start, end: blockText.length, become: { type: 'reference' }, entry }
    }),
  )
  const cuts = Map.groupBy(slices, ({ block }) => block)
  return new Map([...cuts].map(([block, blockSlices]) => [block, closeGaps(blockSlices)]))
}

/** Types of blocks that may contain entries. */
const ENTRY_BLOCK_TYPES = new Set<Block['type']>(['paragraph', 'list', 'reference', 'heading'])

/** Where a letter is: the index of its block, and the offset in the text of the block. */
interface LetterPosition {
  block: number
  offset: number
}

/** Collects the letters of all blocks that may contain entries, with the position of each letter. */
function collectLetters(blocks: readonly Block[]) {
  const texts: string[] = []
  const positions: LetterPosition[] = []
  blocks.forEach((block, index) => {
    if (!ENTRY_BLOCK_TYPES.has(block.type)) return
    const { letters, offsets } = lettersWithOffsets(block.text)
    texts.push(letters)
    for (const offset of offsets) positions.push({ block: index, offset })
  })
  return { letters: texts.join(''), positions }
}

/** Returns the letters of `letterKey` with the offset of each in the text. */
function lettersWithOffsets(text: string): { letters: string; offsets: number[] } {
  const parts: string[] = []
  const offsets: number[] = []
  let at = 0
  for (const sign of text) {
    const letters = letterKey(sign)
    for (let count = 0; count < letters.length; count += 1) offsets.push(at)
    parts.push(letters)
    at += sign.length
  }
  return { letters: parts.join(''), offsets }
}

/** Minimum share and number of entries that must be found for the list to be trusted. */
const MIN_FOUND_SHARE = 0.8
const MIN_ENTRIES = 3
/** Minimum letters of an entry; a shorter one may occur anywhere. */
const MIN_ENTRY_LETTERS = 10
/** Matches the label with which GROBID may begin an entry. */
const ENTRY_LABEL = /^\s*(?:\[\s*[\p{L}\p{N}+]{1,12}\s*\]|\(?\d{1,4}[.)、])\s*/u

/** The range of an entry in the letters of all blocks; `to` is exclusive. */
interface EntryRange {
  from: number
  to: number
}

/** Locates entries one after the other in the letters of all blocks; null when too few are found. */
function locateEntries(allLetters: string, references: readonly string[]): EntryRange[] | null {
  const found: EntryRange[] = []
  for (const reference of references) {
    const letters = letterKey(reference.replace(ENTRY_LABEL, ''))
    const from = letters.length < MIN_ENTRY_LETTERS ? -1 : allLetters.indexOf(letters, found.at(-1)?.to ?? 0)
    if (from >= 0) found.push({ from, to: from + letters.length })
  }
  const isTrusted = found.length >= MIN_ENTRIES && found.length >= references.length * MIN_FOUND_SHARE
  return isTrusted ? found.map((entry, at) => extendToNext(entry, found[at + 1])) : null
}

/** Longest end of an entry that GROBID may have omitted, in letters. */
const MAX_REST_LETTERS = 40

/** Extends an entry to the next one when little text lies between them. */
const extendToNext = ({ from, to }: EntryRange, next: EntryRange | undefined): EntryRange => ({
  from,
  to: next && next.from - to <= MAX_REST_LETTERS ? next.from : to,
})

/** Returns the first letter of a range and the first in each further block that it spans. */
const blockStarts = (positions: readonly LetterPosition[], from: number, to: number): LetterPosition[] =>
  positions.slice(from, to).filter(({ block }, at, range) => range[at - 1]?.block !== block)

/** Bounds the label of an entry with the spaces around it. */
const MAX_LABEL_CHARS = 20
/** Matches the label before the first word of an entry: [12], (3), 4. */
const LABEL_BEFORE_ENTRY = /(?:\[[^\]\s]{1,12}\]|\(?\d{1,4}[.)、]?)\s*$/u

/** Extends the start of an entry over the label before it. */
const includeLabel = (text: string, offset: number): number => {
  const before = text.slice(Math.max(0, offset - MAX_LABEL_CHARS), offset)
  return offset - (LABEL_BEFORE_ENTRY.exec(before)?.[0].length ?? 0)
}

/** Extends each slice to the start of the next, and adds a slice for the text before the first. */
function closeGaps(slices: readonly BlockSlice[]): BlockSlice[] {
  const [first] = slices
  if (!first) return []
  const before = first.start > 0 ? [{ block: first.block, start: 0, end: first.start }] : []
  return [...before, ...slices.map((slice, at) => ({ ...slice, end: slices[at + 1]?.start ?? slice.end }))]
}
