import type { Mark, Paper } from '../paper.ts'

/** The stretch of an abstract that is worth showing: which field, from where, and what is tinted in it. */
export interface Snippet {
  text: string
  from: number
  marks: Mark[]
}

/** How much may stand before the first hit, in characters. */
const BEFORE = 60

const fields = ['abstract', 'abstract_zh'] as const

/**
 * The abstract in which the words were found, begun shortly before the first of them; without a hit the
 * Chinese abstract, else the original, from its beginning.
 */
export function snippetOf(paper: Paper, marks: readonly Mark[]): Snippet | undefined {
  const found = fields
    .map((field) => ({ text: paper[field], marks: marks.filter((mark) => mark.field === field) }))
    .filter((one): one is { text: string; marks: Mark[] } => Boolean(one.text))
  const best = found.find((one) => one.marks.length > 0) ?? found.at(-1)
  if (!best) return undefined
  const first = Math.min(...best.marks.map(({ start }) => start), best.text.length)
  return { ...best, from: best.marks.length > 0 ? beginning(best.text, first) : 0 }
}

/** Where to begin so that the hit shows: at a sentence or a word, never inside mark-up. */
function beginning(text: string, hit: number): number {
  if (hit <= BEFORE * 1.5) return 0
  const earliest = hit - BEFORE
  const before = text.slice(earliest, hit)
  const sentence = /[。！？；]|[.!?;]\s/.exec(before)
  if (sentence) return earliest + sentence.index + sentence[0].length
  const word = /[\s，、]/.exec(before)
  return word ? earliest + word.index + 1 : earliest
}
