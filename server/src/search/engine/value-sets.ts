import type { Segment } from '../segment/layout.ts'
import { type Tally, tallyValue } from './tally.ts'

/** Which subjects the papers of a segment have together: papers with the same ones have the same number. */
export interface ValueSets {
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
  const numbers = new Map<string, number>()
  for (let doc = 0; doc < head.doc_count; doc += 1) {
    const values = subject.subarray(subject_starts[doc], subject_starts[doc + 1])
    const key = values.join()
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

const setCounts = new Uint32Array(MOST_SETS)

/** Adds the first `count` papers of `docs`. */
export function tallySets(tally: Tally, sets: ValueSets, docs: Uint16Array, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const number = sets.set_of[docs[at] ?? 0] ?? 0
    setCounts[number] = (setCounts[number] ?? 0) + 1
  }
  for (let number = 0; number + 1 < sets.starts.length; number += 1) tallySet(tally, sets, number)
}

function tallySet(tally: Tally, { starts, values }: ValueSets, number: number): void {
  const papers = setCounts[number] ?? 0
  if (papers === 0) return
  setCounts[number] = 0
  const end = starts[number + 1] ?? 0
  for (let at = starts[number] ?? 0; at < end; at += 1) tallyValue(tally, values[at] ?? 0, papers)
}
