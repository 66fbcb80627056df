import { ANY_MASK } from '../index/layout.ts'
import type { AllValues } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import type { PlainPaper } from './plain-paper.ts'

/** Everything that matching may depend on besides the paper. */
export interface PlainLibrary {
  papers: PlainPaper[]
  /** Value tables whose numbers occur in plans. */
  values: AllValues
}

/** Returns whether a paper matches a plan. */
export function isHit(paper: PlainPaper, plan: Plan, library: PlainLibrary): boolean {
  const hits = (part: Plan) => isHit(paper, part, library)
  switch (plan.op) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return plan.parts.every(hits)
    case 'or':
      return plan.parts.some(hits)
    case 'some':
      return [...plan.parts, ...plan.extra].some(hits)
    case 'not':
      return !hits(plan.part)
    case 'boost':
      return hits(plan.part)
    case 'min_should_match':
      return meetsMinimum(paper, plan, library)
    default:
      return isLeafHit(paper, plan, library)
  }
}

type PlanLeaf = Exclude<
  Plan,
  { op: 'all' | 'none' | 'and' | 'or' | 'some' | 'not' | 'boost' | 'min_should_match' }
>

function isLeafHit(paper: PlainPaper, plan: PlanLeaf, { values }: PlainLibrary): boolean {
  switch (plan.op) {
    case 'term':
      return hasTerm(paper, plan.term, plan.mask)
    case 'phrase':
      return findPlaces(paper, plan).length > 0
    case 'near':
      return matchesNear(paper, plan)
    case 'prefix':
      return [...paper.terms.keys()].some((term) => fitsPrefix(term, plan) && hasTerm(paper, term, plan.mask))
    case 'range':
      return paper.numbers[plan.column] >= plan.from && paper.numbers[plan.column] <= plan.to
    case 'values':
      return paper.values[plan.column].some((key) => {
        return plan.numbers.includes(values[plan.column].numberOf(key) ?? -1)
      })
    case 'flag':
      return paper.oa === plan.set
    case 'degree':
      return plan.degrees.includes(paper.degree)
    case 'types':
      return plan.types.includes(paper.numbers.type)
  }
}

function hasTerm(paper: PlainPaper, term: string, mask: number): boolean {
  const found = paper.terms.get(term)
  return found !== undefined && (includesAll(mask) || (found.mask & mask) !== 0)
}

const includesAll = (mask: number) => (mask & ANY_MASK) === ANY_MASK

type PrefixLeaf = Extract<Plan, { op: 'prefix' }>

function fitsPrefix(term: string, { prefix, pattern }: PrefixLeaf): boolean {
  return term.startsWith(prefix) && (pattern === null || new RegExp(pattern, 'u').test(term))
}

/** Returns the positions where a term, a phrase or one of several begins. */
function findPlaces(paper: PlainPaper, plan: Plan): number[] {
  if (plan.op === 'or') return plan.parts.flatMap((part) => findPlaces(paper, part))
  if (plan.op !== 'term' && plan.op !== 'phrase') return []
  const parts = plan.op === 'term' ? [{ term: plan.term, offset: 0 }] : plan.parts
  const at = (term: string) => paper.terms.get(term)?.places ?? []
  return at(parts[0]?.term ?? '').filter(
    (place) =>
      isInFields(paper, place, plan.mask) &&
      parts.every(({ term, offset }) => at(term).includes(place + offset)),
  )
}

function isInFields(paper: PlainPaper, place: number, mask: number): boolean {
  return (mask & (1 << (paper.fields.get(place) ?? 0))) !== 0
}

function matchesNear(
  paper: PlainPaper,
  { left, right, distance, mask }: Extract<Plan, { op: 'near' }>,
): boolean {
  const others = findPlaces(paper, right).filter((place) => isInFields(paper, place, mask))
  return findPlaces(paper, left)
    .filter((place) => isInFields(paper, place, mask))
    .some((place) => others.some((other) => isClose(paper, place, other, distance)))
}

function isClose({ fields }: PlainPaper, place: number, other: number, distance: number): boolean {
  const gap = Math.abs(place - other)
  return gap > 0 && gap <= distance && fields.get(place) === fields.get(other)
}

type MinShouldMatch = Extract<Plan, { op: 'min_should_match' }>

function meetsMinimum(paper: PlainPaper, { parts, share }: MinShouldMatch, library: PlainLibrary): boolean {
  const weights = parts.map((part) => planWeight(part, library))
  const sum = (list: number[]) => list.reduce((total, weight) => total + weight, 0)
  const found = weights.filter((_, at) => isHit(paper, parts[at] ?? { op: 'none' }, library))
  return sum(found) >= sum(weights) * share - 1e-3
}

/**
 * Returns the weight of a part by its rarity: that of the rarest word of a phrase, or of the most common alternative.
 */
function planWeight(plan: Plan, library: PlainLibrary): number {
  if (plan.op === 'term') return termRarity(plan.term, library)
  if (plan.op === 'phrase') return Math.max(...plan.parts.map(({ term }) => termRarity(term, library)))
  if (plan.op === 'boost') return planWeight(plan.part, library)
  if (plan.op === 'or') return Math.min(...plan.parts.map((part) => planWeight(part, library)))
  if (plan.op === 'and') return Math.max(...plan.parts.map((part) => planWeight(part, library)))
  return 1
}

function termRarity(term: string, { papers }: PlainLibrary): number {
  const having = papers.filter((paper) => paper.terms.has(term)).length
  return Math.log(1 + (papers.length - having + 0.5) / (having + 0.5))
}
