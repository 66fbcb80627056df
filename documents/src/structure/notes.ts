import type { Block, NoteMark } from '../document.ts'

/**
 * A note mark as the parser of a format finds it, with offsets in the text of its block; it refers to the block that
 * has this key. Keys are those of the format, such as `page#name` or `footnote 2`.
 */
export interface KeyedMark {
  start: number
  end: number
  label: string
  key: string
}

/** A block with its references to notes by key, before the indices of all blocks are known. */
export interface KeyedBlock extends Block {
  marks?: KeyedMark[]
  /** Keys by which marks may refer to the block. */
  keys?: string[]
}

/** Resolves the keys of note marks to indices of blocks. Marks of notes that do not follow them are dropped. */
export function linkNotes(keyed: readonly KeyedBlock[]): Block[] {
  const indexOfKey = new Map<string, number>()
  keyed.forEach(({ keys }, at) => {
    for (const key of keys ?? []) if (!indexOfKey.has(key)) indexOfKey.set(key, at)
  })
  const blocks = keyed.map(({ marks = [], keys, ...block }, at): Block => {
    const notes = marks.flatMap(({ start, end, label, key }): NoteMark[] => {
      const note = indexOfKey.get(key)
      return note === undefined || note <= at ? [] : [{ start, end, label, note }]
    })
    return notes.length > 0 ? { ...block, notes } : block
  })
  return withBacklinks(blocks)
}

/** Sets `marked_in` of every note to the block that contains its first mark. */
export function withBacklinks(blocks: readonly Block[]): Block[] {
  /** Index of the block with the first mark of each note. */
  const markedIn = new Map<number, number>()
  blocks.forEach(({ notes }, at) => {
    for (const { note } of notes ?? []) if (!markedIn.has(note)) markedIn.set(note, at)
  })
  return blocks.map((block, at) => {
    const marked_in = markedIn.get(at)
    return marked_in === undefined ? block : { ...block, marked_in }
  })
}

/**
 * Returns the blocks `after`, in which those of `before` were reordered or others inserted, with note marks that refer
 * to the same notes as before. Blocks are compared by identity.
 */
export function renumberNotes(before: readonly Block[], after: readonly Block[]): Block[] {
  if (!before.some(({ notes }) => notes)) return [...after]
  const newIndices = new Map(after.map((block, at) => [block, at]))
  const newIndex = (at: number): number | undefined => {
    const block = before[at]
    return block && newIndices.get(block)
  }
  const renumbered = (marks: NoteMark[]): NoteMark[] =>
    marks.flatMap((mark) => {
      const note = newIndex(mark.note)
      return note === undefined ? [] : [{ ...mark, note }]
    })
  return withBacklinks(
    after.map((block) => (block.notes ? { ...block, notes: renumbered(block.notes) } : block)),
  )
}
