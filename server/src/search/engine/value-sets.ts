import type { Segment } from '../segment/layout.ts'

/** Which subjects the papers of a segment have together: papers with the same ones have the same number. */
interface ValueSets {
  set_of: Uint16Array
  /** By number: where its values begin. */
  starts: number[]
  values: number[]
}

/** More sets than this are no shorter than the papers themselves. */
const MOST_SETS = 16_384

/** The sets of a segment's subjects; null where nearly every paper has its own. */
export function setsOf({ head, subject, subject_starts }: Segment): ValueSets | null {
  const sets: ValueSets = { set_of: new Uint16Array(head.doc_count), starts: [0], values: [] }
  const numbers = new Map<string | number, number>()
  for (let doc = 0; doc < head.doc_count; doc += 1) {
    const values = subject.subarray(subject_starts[doc], subject_starts[doc + 1])
    const [first = 0, second = 0] = values
    // Most papers have one or two, and a number is found sooner than a text.
    const key = values.length > 2 ? values.join() : first * 2 ** 26 + second
    let number = numbers.get(key)
    if (number === undefined) {
      if (numbers.size === MOST_SETS) return null
      number = numbers.size
      numbers.set(key, number)
      sets.values.push(...values)
      sets.starts.push(sets.values.length)
    }
    sets.set_of[doc] = number
  }
  return sets
}
