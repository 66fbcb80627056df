import { MASKS } from '../index/layout.ts'
import { rangePlan } from './field-plans.ts'
import type { Plan } from './plan.ts'

/** Up to so many words are mostly those of a paper or a subject that somebody has in mind. */
const MOST_REMEMBERED = 8
/** What a name among the authors counts more, as a share of the word's weight. */
const NAME_EMPHASIS = 0.8

/**
 * A plan of words in which a year may be the year of the paper, a name counts more among the authors, and a query
 * that is no passage says how its words were written: papers that have them all so are lifted (ranking/written.ts).
 * `Kim 2014 classification` finds what Kim wrote in 2014. A word alone names a subject, no paper: what its title weighs
 * anyway is enough.
 *
 * @param written how many words were written; a run of Chinese is one, whatever it is made of.
 */
export function emphasizePlan(plan: Plan, written: number): Plan {
  const isList = plan.op === 'and' || plan.op === 'or' || plan.op === 'some' || plan.op === 'min_should_match'
  if (!isList) return emphasizeUnit(plan, false)
  const isRemembered = written > 1 && plan.parts.length <= MOST_REMEMBERED
  return { ...plan, parts: plan.parts.map((unit) => withYear(unit) ?? emphasizeUnit(unit, isRemembered)) }
}

/** A year among other words; alone it is a word like any. Null for other units. */
function withYear(unit: Plan): Plan | null {
  if (unit.op !== 'term' || !/^(?:19|20)\d\d$/.test(unit.term)) return null
  return { op: 'or', parts: [unit, rangePlan('year', Number(unit.term), Number(unit.term))] }
}

function emphasizeUnit(unit: Plan, isRemembered: boolean): Plan {
  const lists = unitTermLists(unit)
  if (lists.length === 0) return unit
  const extra = lists.flat().map(({ term, weight }) => ({
    op: 'term' as const,
    term,
    mask: MASKS.author,
    weight: weight * NAME_EMPHASIS,
  }))
  const boost = { op: 'boost' as const, part: unit, extra }
  return isRemembered ? { ...boost, written: lists.map((terms) => terms.map(({ term }) => term)) } : boost
}

/** Begins a term that is no word of a text. */
const SPACE_MARK = '\u0001'

type WeightedTerms = { term: string; weight: number }[]

/** The terms of a unit, those of its translations apart. */
function unitTermLists(unit: Plan): WeightedTerms[] {
  if (unit.op === 'term') return unit.term.startsWith(SPACE_MARK) ? [] : [[unit]]
  if (unit.op === 'phrase') return [unit.parts.map(({ term }) => ({ term, weight: unit.weight }))]
  if (unit.op === 'boost') return writtenTerms(unit) ?? unitTermLists(unit.part)
  if (unit.op === 'or') return unit.parts.flatMap(unitTermLists)
  if (unit.op !== 'and') return []
  const whole = unit.parts.flatMap((part) => unitTermLists(part)[0] ?? [])
  return whole.length > 0 ? [whole] : []
}

/**
 * The form of a word as it was written, where that is not its stem: who remembers a paper remembers its words as they
 * stand there.
 */
function writtenTerms({ part, extra }: Extract<Plan, { op: 'boost' }>): WeightedTerms[] | null {
  const written = extra.filter(({ term }) => term.startsWith('='))
  return part.op === 'term' && written.length > 0
    ? [written.map(({ term }) => ({ term, weight: part.weight }))]
    : null
}
