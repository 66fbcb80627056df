import { MASKS } from '../index/layout.ts'
import { rangePlan } from './field-plans.ts'
import type { Plan } from './plan.ts'

/** Queries of up to this many words usually name a paper or a subject that the user has in mind. */
const MOST_REMEMBERED = 8
/** Additional score of a name among the authors, as a share of the word's weight. */
const NAME_EMPHASIS = 0.8

/**
 * Refines a plan of words: a year may also be the year of the paper, a name counts more among the authors, and a query
 * that is no passage records its words as written, so that papers with all of them are ranked higher
 * (ranking/written-words.ts). `Kim 2014 classification` finds what Kim wrote in 2014. A single word names a subject,
 * not a paper, for which its weight in titles is enough.
 *
 * @param written number of words as written; a run of Chinese counts as one, however it is segmented.
 */
export function emphasizePlan(plan: Plan, written: number): Plan {
  const isList = plan.op === 'and' || plan.op === 'or' || plan.op === 'some' || plan.op === 'min_should_match'
  if (!isList) return emphasizeUnit(plan, false)
  const isRemembered = written > 1 && plan.parts.length <= MOST_REMEMBERED
  return { ...plan, parts: plan.parts.map((unit) => withYear(unit) ?? emphasizeUnit(unit, isRemembered)) }
}

/** Makes a year among other words match the paper's year too; returns null for other units. */
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

/** First character of terms that are not words of a text. */
const SPACE_MARK = '\u0001'

type WeightedTerms = { term: string; weight: number }[]

/** Returns the lists of terms of a unit, with those of each translation apart. */
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
 * Returns the written form of a word where it differs from its stem: someone who remembers a paper remembers the words
 * of its title.
 */
function writtenTerms({ part, extra }: Extract<Plan, { op: 'boost' }>): WeightedTerms[] | null {
  const written = extra.filter(({ term }) => term.startsWith('='))
  return part.op === 'term' && written.length > 0
    ? [written.map(({ term }) => ({ term, weight: part.weight }))]
    : null
}
