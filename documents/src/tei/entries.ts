import type { Block } from '../document.ts'
import { lettersOf, placedLetters } from './letters.ts'
import type { Slice } from './slices.ts'

const mayHold = new Set<Block['type']>(['paragraph', 'list', 'reference', 'heading'])
const MOST_FOUND = 0.8
const FEWEST = 3
/** In letters: what an engine says too little of an entry's end. */
const REST = 40
/** What stands before an entry's first word. */
const label = /(?:\[[^\]\s]{1,12}\]|\(?\d{1,4}[.)、]?)\s*$/u
const ownLabel = /^\s*(?:\[\s*[\p{L}\p{N}+]{1,12}\s*\]|\(?\d{1,4}[.)、])\s*/u

interface Entry {
  /** In the letters of the whole text. */
  from: number
  to: number
}

/** Entries where they stand, one behind the other; null where too few are found. */
function placed(text: string, references: readonly string[]): Entry[] | null {
  const found: Entry[] = []
  for (const reference of references) {
    const letters = lettersOf(reference.replace(ownLabel, ''))
    const from = letters.length < 10 ? -1 : text.indexOf(letters, found.at(-1)?.to ?? 0)
    if (from >= 0) found.push({ from, to: from + letters.length })
  }
  const enough = found.length >= FEWEST && found.length >= references.length * MOST_FOUND
  return enough ? found.map((entry, at) => withRest(entry, found[at + 1])) : null
}

const withRest = ({ from, to }: Entry, next: Entry | undefined): Entry => ({
  from,
  to: next && next.from - to <= REST ? next.from : to,
})

interface Place {
  block: number
  offset: number
}

/** The text of the blocks that may hold entries, letter by letter, and where each letter stands. */
function lettersOfAll(blocks: readonly Block[]) {
  const texts: string[] = []
  const at: Place[] = []
  blocks.forEach((block, index) => {
    if (!mayHold.has(block.type)) return
    const { letters, offsets } = placedLetters(block.text)
    texts.push(letters)
    for (const offset of offsets) at.push({ block: index, offset })
  })
  return { text: texts.join(''), at }
}

/** The number before an entry belongs to it. */
const withLabel = (text: string, offset: number): number =>
  offset - (label.exec(text.slice(Math.max(0, offset - 20), offset))?.[0].length ?? 0)

/** Where entries begin and end, block by block: the cuts of each block that holds some. */
export function cutEntries(blocks: readonly Block[], references: readonly string[]): Map<number, Slice[]> {
  const { text, at } = lettersOfAll(blocks)
  const entries = placed(text, references) ?? []
  const slices = entries.flatMap(({ from, to }, entry) =>
    beginnings(at, from, to).map(({ block, offset }, part): Slice => {
      const whole = blocks[block]?.text ?? ''
      const start = part === 0 ? withLabel(whole, offset) : 0
      // Signs behind an entry's last letter are its own, up to the next.
      return { block, start, end: whole.length, become: { type: 'reference' }, entry }
    }),
  )
  const cuts = Map.groupBy(slices, ({ block }) => block)
  return new Map([...cuts].map(([block, own]) => [block, parted(own)]))
}

/** The first letter of a stretch, and that in each further block that it goes on in. */
const beginnings = (at: readonly Place[], from: number, to: number): Place[] =>
  at.slice(from, to).filter(({ block }, letter, all) => all[letter - 1]?.block !== block)

/** Slices that end where the next begins, with what stands before the first. */
function parted(slices: readonly Slice[]): Slice[] {
  const [first] = slices
  if (!first) return []
  const before = first.start > 0 ? [{ block: first.block, start: 0, end: first.start }] : []
  return [...before, ...slices.map((slice, at) => ({ ...slice, end: slices[at + 1]?.start ?? slice.end }))]
}
