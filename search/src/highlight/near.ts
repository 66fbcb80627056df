import { analyze } from '../analysis/analyze.ts'
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

/** A word of a field. */
interface FieldWord extends TextSpan {
  /** Index of its text in the field. */
  text_index: number
  /** Its position, counted across all texts of the field. */
  position: number
}
/** The words of a field by their term. */
type WordsByTerm = Map<string, FieldWord[]>

/** Returns the criteria of the conditions that concern a field, given by its mask bit. */
export function nearCriteria(plans: NearPlan[], field: number): NearCriteria {
  const terms = new Set(plans.flatMap(planTerms))
  return { plans, terms, starts: wordStarts(terms, []), field }
}

/** Returns the spans of words that match a NEAR condition in the texts of a field, per text and unordered. */
export function findNearSpans(texts: string[], nears: NearCriteria): TextSpan[][] {
  const spans = texts.map((): TextSpan[] => [])
  const present = presentTerms(texts, nears)
  const plans = nears.plans.filter((plan) => mayMatch(plan, present))
  if (plans.length === 0) return spans
  const words = readFieldWords(texts, nears.terms)
  const found = new Set(plans.flatMap((plan) => matchNear(plan, words, nears.field)))
  for (const { text_index, start, end } of found) spans[text_index]?.push({ start, end })
  return spans
}

/** Returns the terms that occur in the texts. Usually one is missing, so that no positions need to be analyzed. */
function presentTerms(texts: string[], { terms, starts }: NearCriteria): Set<string> {
  const present = new Set<string>()
  /** Records a term; returns false so that no spans are collected. */
  const recordTerm = (term: string) => {
    if (terms.has(term)) present.add(term)
    return false
  }
  for (const text of texts) findTermSpans(text, recordTerm, starts)
  return present
}

/** Returns whether all terms that a condition or one of its sides needs occur in the texts. */
function mayMatch(plan: NearPlan | PlacedPlan, present: Set<string>): boolean {
  if (plan.op === 'term') return present.has(plan.term)
  if (plan.op === 'phrase') return plan.parts.every(({ term }) => present.has(term))
  if (plan.op === 'near') return mayMatch(plan.left, present) && mayMatch(plan.right, present)
  return plan.parts.some((part) => mayMatch(part, present))
}

/** Returns the occurrences of the terms in the texts, by position as the index counts them. */
function readFieldWords(texts: string[], terms: Set<string>): WordsByTerm {
  const words: WordsByTerm = new Map()
  let base = 0
  for (const [text_index, text] of texts.entries()) {
    if (text === '') continue
    let length = 0
    for (const { term, position, start, end } of analyze(text)) {
      length = position + 1
      if (!terms.has(term)) continue
      const word = { text_index, position: base + position, start, end }
      const occurrences = words.get(term)
      if (occurrences) occurrences.push(word)
      else words.set(term, [word])
    }
    base += length + TEXT_GAP
  }
  return words
}

/** Returns the words of both sides wherever their first words are at most `distance` positions apart. */
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

/** Returns the words of each occurrence of one side of a condition, in the order of the phrase. */
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
    const following = followers.map((follower) => follower(word))
    return following.every((follower) => follower !== undefined) ? [[word, ...following]] : []
  })
}
