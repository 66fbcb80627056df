import type { ValueTable } from '../index/layout.ts'

/**
 * A search in terms, masks and numbers, which can be sent to the searching threads. Terms are those of
 * analysis/analyze.ts, or of a space of index/terms.ts; masks are bits of fields (`MASKS`) or of the space.
 */
export type Plan =
  | { op: 'all' }
  | { op: 'none' }
  | TermPlan
  | PhrasePlan
  | PrefixPlan
  | NearPlan
  /** A number of the paper between two bounds, both inclusive. */
  | { op: 'range'; column: NumberColumn; from: number; to: number }
  /** Papers with one of the values in a table. */
  | { op: 'values'; column: ValueTable; numbers: number[] }
  /** Papers that are, or are not, open access. */
  | { op: 'flag'; flag: 'oa'; set: boolean }
  /** Theses of one of the degrees: 1 bachelor, 2 master, 3 doctor. */
  | { op: 'degree'; degrees: number[] }
  /** Papers of one of the resource types, by number. */
  | { op: 'types'; types: number[] }
  /** An empty list of parts matches everything with `and`, nothing with `or`. */
  | { op: 'and' | 'or'; parts: Plan[] }
  /** Papers whose matched parts have at least `share` of the total weight, each weighted by its rarity. */
  | { op: 'min_should_match'; parts: Plan[]; share: number }
  /**
   * Papers with any of the parts or of `extra`. Each part that a paper has adds its weight once more, regardless of its
   * frequency: several words say more than one word repeated.
   */
  | { op: 'some'; parts: Plan[]; extra: Plan[] }
  | { op: 'not'; part: Plan }
  /**
   * Matches the same papers as `part`; `extra` only raises the score. `written` contains alternative lists of terms;
   * all terms of one list occur where the word occurs as written.
   */
  | { op: 'boost'; part: Plan; extra: TermPlan[]; written?: string[][] }

/** Columns that hold one number per paper. */
export type NumberColumn = 'year' | 'type' | 'cited' | 'date' | 'seq'

/** Papers with a term in the fields of `mask`; `weight` scales the score. */
export interface TermPlan extends BoundedWeight {
  op: 'term'
  term: string
  mask: number
  weight: number
}

/** What limits the weight of a term or phrase. */
interface BoundedWeight {
  /** Set for a translation, whose idf is limited to that of the rarest of these terms, the words as written. */
  written?: string[]
}

/** Terms at fixed offsets from the first one, whose offset is 0, in one text. */
export interface PhrasePlan extends BoundedWeight {
  op: 'phrase'
  parts: { term: string; offset: number }[]
  mask: number
  weight: number
}

/** All terms that begin with `prefix` and, if there is a pattern, match it as a whole. */
export interface PrefixPlan {
  op: 'prefix'
  prefix: string
  /** A regular expression with the flag `u`; null when every term with the prefix matches. */
  pattern: string | null
  mask: number
  weight: number
}

/** Both sides within `distance` positions of each other, first word to first word, in either order, in one field. */
export interface NearPlan {
  op: 'near'
  left: PlacedPlan
  right: PlacedPlan
  distance: number
  mask: number
}

/** A plan whose matches have positions in a text. */
export type PlacedPlan = TermPlan | PhrasePlan | { op: 'or'; parts: PlacedPlan[] }

/** Returns whether the matches of a plan have positions. */
export const isPlaced = (plan: Plan): plan is PlacedPlan =>
  plan.op === 'term' || plan.op === 'phrase' || (plan.op === 'or' && plan.parts.every(isPlaced))

/** Returns the leaves of a plan that search for words, except those under a NOT; NEAR is returned as a whole. */
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

/** Returns the leaves whose terms raise the score, including both sides of NEAR. */
export function scoringLeaves(plan: Plan): (TermPlan | PhrasePlan | PrefixPlan)[] {
  return wordLeaves(plan).flatMap((leaf) =>
    leaf.op === 'near' ? [...scoringLeaves(leaf.left), ...scoringLeaves(leaf.right)] : [leaf],
  )
}

/** Returns a plan that matches the same papers without contributing to the score. */
export function withoutScore(plan: Plan): Plan {
  if (plan.op === 'term' || plan.op === 'phrase' || plan.op === 'prefix') return { ...plan, weight: 0 }
  if (plan.op === 'boost') return withoutScore(plan.part)
  if (plan.op === 'and' || plan.op === 'or') return { ...plan, parts: plan.parts.map(withoutScore) }
  return plan
}

/** Returns the part of a plan that was written, without alternatives and parts that only raise its score. */
export function writtenPart(plan: Plan): Plan {
  if (plan.op === 'boost') return writtenPart(plan.part)
  return plan.op === 'or' && plan.parts[0] ? writtenPart(plan.parts[0]) : plan
}

/** Returns every term that the plan looks up by name, each once. */
export function planTerms(plan: Plan): string[] {
  const terms = new Set<string>()
  collectTerms(plan, terms)
  return [...terms]
}

/** Adds the terms of a plan to a set. */
function collectTerms(plan: Plan, terms: Set<string>): void {
  if (plan.op === 'term') terms.add(plan.term)
  else if (plan.op === 'phrase') for (const { term } of plan.parts) terms.add(term)
  else for (const part of childPlans(plan)) collectTerms(part, terms)
}

/** Returns the direct children of a plan. */
function childPlans(plan: Plan): Plan[] {
  if (plan.op === 'near') return [plan.left, plan.right]
  if (plan.op === 'boost') return [plan.part, ...plan.extra]
  if (plan.op === 'some') return [...plan.parts, ...plan.extra]
  if (plan.op === 'not') return [plan.part]
  return 'parts' in plan && plan.op !== 'phrase' ? plan.parts : []
}

/** Joins plans as alternatives; matches nothing when there are none. */
export function orPlan(plans: Plan[]): Plan {
  const [first] = plans
  if (!first) return { op: 'none' }
  return plans.length === 1 ? first : { op: 'or', parts: plans }
}

/** Joins plans that all have to match; matches everything when there are none. */
export function andPlan(plans: Plan[]): Plan {
  const [first] = plans
  if (!first) return { op: 'all' }
  return plans.length === 1 ? first : { op: 'and', parts: plans }
}

/** Joins the plans of the words of a text, which all have to match; a text without words matches nothing. */
export function orNone(plans: Plan[]): Plan {
  return plans.length === 0 ? { op: 'none' } : andPlan(plans)
}
