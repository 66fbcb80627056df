import { analyse } from '../analysis/analyse.ts'
import { TEXT_GAP } from '../index/layout.ts'
import { type NearPlan, type PlacedPlan, planTerms } from '../planning/plan.ts'
import { findTermSpans, type TextSpan } from './text-terms.ts'
import { type WordStarts, wordStarts } from './word-starts.ts'

/** NEAR conditions of a field and the terms they consist of. */
export interface NearCriteria {
  plans: NearPlan[]
  terms: Set<string>
  starts: WordStarts
  /** Mask bit of the field. */
  field: number
}

/** A word of a field: the index of its text, and its position across all texts of the field. */
interface FieldWord extends TextSpan {
  text: number
  position: number
}
type WordsByTerm = Map<string, FieldWord[]>

export function nearCriteria(plans: NearPlan[], field: number): NearCriteria {
  const terms = new Set(plans.flatMap(planTerms))
  return { plans, terms, starts: wordStarts(terms, []), field }
}

/** Returns the spans of words that match a NEAR condition in the texts of a field, per text and unordered. */
export function findNearSpans(texts: string[], nears: NearCriteria): TextSpan[][] {
  const places = texts.map((): TextSpan[] => [])
  const seen = presentTerms(texts, nears)
  const plans = nears.plans.filter((plan) => mayMatch(plan, seen))
  if (plans.length === 0) return places
  const words = readFieldWords(texts, nears.terms)
  const found = new Set(plans.flatMap((plan) => matchNear(plan, words, nears.field)))
  for (const { text, start, end } of found) places[text]?.push({ start, end })
  return places
}

/** Returns the terms that occur in the texts. Most texts lack one, so that their positions need not be analysed. */
function presentTerms(texts: string[], { terms, starts }: NearCriteria): Set<string> {
  const seen = new Set<string>()
  const look = (term: string) => {
    if (terms.has(term)) seen.add(term)
    return false
  }
  for (const text of texts) findTermSpans(text, look, starts)
  return seen
}

function mayMatch(plan: NearPlan | PlacedPlan, seen: Set<string>): boolean {
  if (plan.op === 'term') return seen.has(plan.term)
  if (plan.op === 'phrase') return plan.parts.every(({ term }) => seen.has(term))
  if (plan.op === 'near') return mayMatch(plan.left, seen) && mayMatch(plan.right, seen)
  return plan.parts.some((part) => mayMatch(part, seen))
}

function readFieldWords(texts: string[], terms: Set<string>): WordsByTerm {
  const words: WordsByTerm = new Map()
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

function matchNear(plan: NearPlan, words: WordsByTerm, field: number): FieldWord[] {
  if ((plan.mask & field) === 0) return []
  const left = findOccurrences(plan.left, words, field)
  const right = findOccurrences(plan.right, words, field)
  const isNear = (one: FieldWord[], other: FieldWord[]) => {
    const gap = Math.abs((one[0]?.position ?? 0) - (other[0]?.position ?? 0))
    return gap > 0 && gap <= plan.distance
  }
  return [
    ...left.filter((one) => right.some((other) => isNear(one, other))),
    ...right.filter((other) => left.some((one) => isNear(one, other))),
  ].flat()
}

/** Returns the words of each occurrence, each with its first word first. */
function findOccurrences(plan: PlacedPlan, words: WordsByTerm, field: number): FieldWord[][] {
  if (plan.op === 'or') return plan.parts.flatMap((part) => findOccurrences(part, words, field))
  if ((plan.mask & field) === 0) return []
  const [first, ...others] = plan.op === 'term' ? [{ term: plan.term, offset: 0 }] : plan.parts
  if (!first) return []
  const followers = others.map(({ term, offset }) => {
    const byPosition = new Map(words.get(term)?.map((word) => [word.position, word]))
    return ({ position }: FieldWord) => byPosition.get(position + offset - first.offset)
  })
  return (words.get(first.term) ?? []).flatMap((word) => {
    const behind = followers.map((follower) => follower(word))
    return behind.every((each) => each !== undefined) ? [[word, ...behind]] : []
  })
}
