import type { ValueTable } from '../index/layout.ts'

/** A search without words of its own: terms, masks and numbers. It travels to the threads that search. */
export type Plan =
  | { op: 'all' }
  | { op: 'none' }
  | TermPlan
  | PhrasePlan
  | PrefixPlan
  | NearPlan
  /** A number of the paper between two bounds, both included. */
  | { op: 'range'; column: NumberColumn; from: number; to: number }
  /** One of the paper's values in a table is one of these. */
  | { op: 'values'; column: ValueTable; numbers: number[] }
  | { op: 'flag'; flag: 'oa'; set: boolean }
  | { op: 'degree'; degrees: number[] }
  | { op: 'types'; types: number[] }
  | { op: 'and' | 'or'; parts: Plan[] }
  /** At least `share` of the weight of the parts, each weighing as much as it is rare. */
  | { op: 'min_should_match'; parts: Plan[]; share: number }
  /**
   * Any of the parts or of what else may be said; each part that a paper has adds its weight once more, however often the
   * paper says it: more words say more than one word again and again.
   */
  | { op: 'some'; parts: Plan[]; extra: Plan[] }
  | { op: 'not'; part: Plan }
  /**
   * Finds what `part` finds; `extra` only raises the score. `written` are the lists of terms of which all of one stand
   * where the word stands as it was written.
   */
  | { op: 'boost'; part: Plan; extra: TermPlan[]; written?: string[][] }

export type NumberColumn = 'year' | 'type' | 'cited' | 'date' | 'seq'

/** `weight` scales the score; `mask` says in which fields. */
export interface TermPlan extends BoundedWeight {
  op: 'term'
  term: string
  mask: number
  weight: number
}

/** A translation: it counts as no rarer than the rarest of the words that were written, `written`. */
interface BoundedWeight {
  written?: string[]
}

/** Terms at fixed distances from the first one. */
export interface PhrasePlan extends BoundedWeight {
  op: 'phrase'
  parts: { term: string; offset: number }[]
  mask: number
  weight: number
}

/** Every term that begins with `prefix` and, where there is one, is matched by `pattern` as a whole. */
export interface PrefixPlan {
  op: 'prefix'
  prefix: string
  pattern: string | null
  mask: number
  weight: number
}

/** Both within `distance` words of each other, in either order, in one field. */
export interface NearPlan {
  op: 'near'
  left: PlacedPlan
  right: PlacedPlan
  distance: number
  mask: number
}

/** What has places in a text. */
export type PlacedPlan = TermPlan | PhrasePlan | { op: 'or'; parts: PlacedPlan[] }

export const isPlaced = (plan: Plan): plan is PlacedPlan =>
  plan.op === 'term' || plan.op === 'phrase' || (plan.op === 'or' && plan.parts.every(isPlaced))

/** What a plan looks for in words, without what stands under a NOT; NEAR as a whole. */
export function wordLeaves(plan: Plan): (TermPlan | PhrasePlan | PrefixPlan | NearPlan)[] {
  switch (plan.op) {
    case 'term':
    case 'phrase':
    case 'prefix':
    case 'near':
      return [plan]
    case 'and':
    case 'or':
    case 'min_should_match':
      return plan.parts.flatMap(wordLeaves)
    case 'boost':
      return [...wordLeaves(plan.part), ...plan.extra]
    case 'some':
      return [...plan.parts, ...plan.extra].flatMap(wordLeaves)
    default:
      return []
  }
}

/** Leaves whose terms raise the score: both sides of NEAR do. */
export function scoringLeaves(plan: Plan): (TermPlan | PhrasePlan | PrefixPlan)[] {
  return wordLeaves(plan).flatMap((leaf) =>
    leaf.op === 'near' ? [...scoringLeaves(leaf.left), ...scoringLeaves(leaf.right)] : [leaf],
  )
}

/** What finds the same and adds nothing to a score. */
export function withoutScore(plan: Plan): Plan {
  if (plan.op === 'term' || plan.op === 'phrase' || plan.op === 'prefix') return { ...plan, weight: 0 }
  if (plan.op === 'boost') return withoutScore(plan.part)
  if (plan.op === 'and' || plan.op === 'or') return { ...plan, parts: plan.parts.map(withoutScore) }
  return plan
}

/** What was written, without what stands for it and what only raises its score. */
export function writtenPart(plan: Plan): Plan {
  if (plan.op === 'boost') return writtenPart(plan.part)
  return plan.op === 'or' && plan.parts[0] ? writtenPart(plan.parts[0]) : plan
}

/** Every term the plan looks up by name, each once. */
export function planTerms(plan: Plan): string[] {
  const terms = new Set<string>()
  collectTerms(plan, terms)
  return [...terms]
}

function collectTerms(plan: Plan, into: Set<string>): void {
  if (plan.op === 'term') into.add(plan.term)
  else if (plan.op === 'phrase') for (const { term } of plan.parts) into.add(term)
  else for (const part of childPlans(plan)) collectTerms(part, into)
}

/** The plans directly below one. */
function childPlans(plan: Plan): Plan[] {
  if (plan.op === 'near') return [plan.left, plan.right]
  if (plan.op === 'boost') return [plan.part, ...plan.extra]
  if (plan.op === 'some') return [...plan.parts, ...plan.extra]
  if (plan.op === 'not') return [plan.part]
  return 'parts' in plan && plan.op !== 'phrase' ? plan.parts : []
}
