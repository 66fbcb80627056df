import type { Block, NoteMark } from '../document.ts'

/** A mark of a note as a reader of one format finds it: the block that it leads to has this key. */
export interface KeyedMark {
  start: number
  end: number
  label: string
  key: string
}

/** A block with what it says of notes before all blocks are known. */
export interface KeyedBlock extends Block {
  marks?: KeyedMark[]
  /** Names by which marks may lead to it. */
  keys?: string[]
}

/** Marks lead to blocks by their numbers. A note stands behind its mark: what leads back is none. */
export function linkNotes(keyed: readonly KeyedBlock[]): Block[] {
  const places = new Map<string, number>()
  keyed.forEach(({ keys }, at) => {
    for (const key of keys ?? []) if (!places.has(key)) places.set(key, at)
  })
  const blocks = keyed.map(({ marks = [], keys, ...block }, at): Block => {
    const notes = marks.flatMap(({ start, end, label, key }): NoteMark[] => {
      const note = places.get(key)
      return note === undefined || note <= at ? [] : [{ start, end, label, note }]
    })
    return notes.length > 0 ? { ...block, notes } : block
  })
  return withBacklinks(blocks)
}

/** Blocks with marks of notes; each note tells where its first mark stands. */
export function withBacklinks(blocks: readonly Block[]): Block[] {
  const from = new Map<number, number>()
  blocks.forEach(({ notes }, at) => {
    for (const { note } of notes ?? []) if (!from.has(note)) from.set(note, at)
  })
  return blocks.map((block, at) => {
    const marked_in = from.get(at)
    return marked_in === undefined ? block : { ...block, marked_in }
  })
}

/** Blocks in another order, perhaps with others between them: marks lead to the same ones. */
export function renumberNotes(before: readonly Block[], after: readonly Block[]): Block[] {
  if (!before.some(({ notes }) => notes)) return [...after]
  const places = new Map(after.map((block, at) => [block, at]))
  const placeOf = (at: number): number | undefined => {
    const block = before[at]
    return block && places.get(block)
  }
  return withBacklinks(
    after.map((block) =>
      block.notes
        ? {
            ...block,
            notes: block.notes.flatMap((mark) => {
              const note = placeOf(mark.note)
              return note === undefined ? [] : [{ ...mark, note }]
            }),
          }
        : block,
    ),
  )
}
