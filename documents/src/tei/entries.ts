import type { Block } from '../document.ts'
import { letterKey, lettersWithOffsets } from './letters.ts'
import type { BlockSlice } from './slices.ts'

const ENTRY_BLOCK_TYPES = new Set<Block['type']>(['paragraph', 'list', 'reference', 'heading'])
const MIN_FOUND_SHARE = 0.8
const MIN_ENTRIES = 3
/** Bounds the end of an entry that GROBID may have omitted, in letters. */
const MAX_REST_LETTERS = 40
/** Matches the label before the first word of an entry. */
const LABEL_BEFORE_ENTRY = /(?:\[[^\]\s]{1,12}\]|\(?\d{1,4}[.)、]?)\s*$/u
const OWN_LABEL = /^\s*(?:\[\s*[\p{L}\p{N}+]{1,12}\s*\]|\(?\d{1,4}[.)、])\s*/u

interface EntryRange {
  /** Offsets in the letters of the whole text. */
  from: number
  to: number
}

/**
 * Locates entries one after the other in the text; null when fewer than 80 % or fewer than `MIN_ENTRIES` are found.
 */
function locateEntries(text: string, references: readonly string[]): EntryRange[] | null {
  const found: EntryRange[] = []
  for (const reference of references) {
    const letters = letterKey(reference.replace(OWN_LABEL, ''))
    const from = letters.length < 10 ? -1 : text.indexOf(letters, found.at(-1)?.to ?? 0)
    if (from >= 0) found.push({ from, to: from + letters.length })
  }
  const enough = found.length >= MIN_ENTRIES && found.length >= references.length * MIN_FOUND_SHARE
  return enough ? found.map((entry, at) => extendToNext(entry, found[at + 1])) : null
}

const extendToNext = ({ from, to }: EntryRange, next: EntryRange | undefined): EntryRange => ({
  from,
  to: next && next.from - to <= MAX_REST_LETTERS ? next.from : to,
})

interface LetterPosition {
  block: number
  offset: number
}

/** Collects the letters of all blocks that may contain entries, with the position of each letter. */
function collectLetters(blocks: readonly Block[]) {
  const texts: string[] = []
  const at: LetterPosition[] = []
  blocks.forEach((block, index) => {
    if (!ENTRY_BLOCK_TYPES.has(block.type)) return
    const { letters, offsets } = lettersWithOffsets(block.text)
    texts.push(letters)
    for (const offset of offsets) at.push({ block: index, offset })
  })
  return { text: texts.join(''), at }
}

/** Extends the start of an entry over the label before it. */
const includeLabel = (text: string, offset: number): number =>
  offset - (LABEL_BEFORE_ENTRY.exec(text.slice(Math.max(0, offset - 20), offset))?.[0].length ?? 0)

/** Cuts blocks at reference entries: returns the slices of each block that contains some, by block index. */
export function cutEntries(
  blocks: readonly Block[],
  references: readonly string[],
): Map<number, BlockSlice[]> {
  const { text, at } = collectLetters(blocks)
  const entries = locateEntries(text, references) ?? []
  const slices = entries.flatMap(({ from, to }, entry) =>
    blockStarts(at, from, to).map(({ block, offset }, part): BlockSlice => {
      const whole = blocks[block]?.text ?? ''
      const start = part === 0 ? includeLabel(whole, offset) : 0
      // Characters after the last letter of an entry belong to it, up to the next entry.
      return { block, start, end: whole.length, become: { type: 'reference' }, entry }
    }),
  )
  const cuts = Map.groupBy(slices, ({ block }) => block)
  return new Map([...cuts].map(([block, own]) => [block, closeGaps(own)]))
}

/** Returns the first letter of a range and the first in each further block that it spans. */
const blockStarts = (at: readonly LetterPosition[], from: number, to: number): LetterPosition[] =>
  at.slice(from, to).filter(({ block }, letter, all) => all[letter - 1]?.block !== block)

/** Extends each slice to the start of the next, and adds a slice for the text before the first. */
function closeGaps(slices: readonly BlockSlice[]): BlockSlice[] {
  const [first] = slices
  if (!first) return []
  const before = first.start > 0 ? [{ block: first.block, start: 0, end: first.start }] : []
  return [...before, ...slices.map((slice, at) => ({ ...slice, end: slices[at + 1]?.start ?? slice.end }))]
}
