import { analyse } from '../analysis/analyse.ts'
import { TEXT_GAP } from '../index/layout.ts'
import { type NearPlan, type Placed, termsOf } from '../planning/plan.ts'
import { type WordStarts, wordStarts } from './segmentation.ts'
import { type Place, placesOf } from './text-terms.ts'

/** What is looked for near each other in a field, and the words it is made of. */
export interface Nears {
  plans: NearPlan[]
  terms: Set<string>
  starts: WordStarts
  /** The field's bit of MASKS. */
  field: number
}

/** A word of a field: in which of its texts, and its position among the words of all of them. */
interface Word extends Place {
  text: number
  position: number
}
type Words = Map<string, Word[]>

export function nearsOf(plans: NearPlan[], field: number): Nears {
  const terms = new Set(plans.flatMap(termsOf))
  return { plans, terms, starts: wordStarts(terms, []), field }
}

/** Where words stand near each other in the texts of a field, text by text and in no order. */
export function placesNear(texts: string[], nears: Nears): Place[][] {
  const places = texts.map((): Place[] => [])
  const seen = termsSeen(texts, nears)
  const plans = nears.plans.filter((plan) => mayStand(plan, seen))
  if (plans.length === 0) return places
  const words = wordsOf(texts, nears.terms)
  const found = new Set(plans.flatMap((plan) => wordsNear(plan, words, nears.field)))
  for (const { text, start, end } of found) places[text]?.push({ start, end })
  return places
}

/** The terms that the texts have at all. Most texts lack one, and need not be read with the places of their words. */
function termsSeen(texts: string[], { terms, starts }: Nears): Set<string> {
  const seen = new Set<string>()
  const look = (term: string) => {
    if (terms.has(term)) seen.add(term)
    return false
  }
  for (const text of texts) placesOf(text, look, starts)
  return seen
}

function mayStand(plan: NearPlan | Placed, seen: Set<string>): boolean {
  if (plan.op === 'term') return seen.has(plan.term)
  if (plan.op === 'phrase') return plan.parts.every(({ term }) => seen.has(term))
  if (plan.op === 'near') return mayStand(plan.left, seen) && mayStand(plan.right, seen)
  return plan.parts.some((part) => mayStand(part, seen))
}

function wordsOf(texts: string[], terms: Set<string>): Words {
  const words: Words = new Map()
  let base = 0
  for (const [text, written] of texts.entries()) {
    if (written === '') continue
    let length = 0
    for (const { term, position, start, end } of analyse(written)) {
      length = position + 1
      if (!terms.has(term)) continue
      const word = { text, position: base + position, start, end }
      const known = words.get(term)
      if (known) known.push(word)
      else words.set(term, [word])
    }
    base += length + TEXT_GAP
  }
  return words
}

function wordsNear(plan: NearPlan, words: Words, field: number): Word[] {
  if ((plan.mask & field) === 0) return []
  const left = occurrences(plan.left, words, field)
  const right = occurrences(plan.right, words, field)
  const isNear = (one: Word[], other: Word[]) => {
    const gap = Math.abs((one[0]?.position ?? 0) - (other[0]?.position ?? 0))
    return gap > 0 && gap <= plan.distance
  }
  return [
    ...left.filter((one) => right.some((other) => isNear(one, other))),
    ...right.filter((other) => left.some((one) => isNear(one, other))),
  ].flat()
}

/** The words of each place where something stands, the first of them first. */
function occurrences(plan: Placed, words: Words, field: number): Word[][] {
  if (plan.op === 'or') return plan.parts.flatMap((part) => occurrences(part, words, field))
  if ((plan.mask & field) === 0) return []
  const [first, ...others] = plan.op === 'term' ? [{ term: plan.term, offset: 0 }] : plan.parts
  if (!first) return []
  const followers = others.map(({ term, offset }) => {
    const byPosition = new Map(words.get(term)?.map((word) => [word.position, word]))
    return ({ position }: Word) => byPosition.get(position + offset - first.offset)
  })
  return (words.get(first.term) ?? []).flatMap((word) => {
    const behind = followers.map((follower) => follower(word))
    return behind.every((each) => each !== undefined) ? [[word, ...behind]] : []
  })
}
