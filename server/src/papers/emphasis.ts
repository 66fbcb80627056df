import { rangePlan } from '../search/engine/field-plans.ts'
import type { Plan } from '../search/engine/plan.ts'
import { MASKS } from '../search/segment/layout.ts'

/** Up to so many words are mostly a title or a subject that somebody has in mind. */
const FEW = 5
/** Tried over the ACL Anthology (`npm run bench -- searches`): enough there, and little lost on judged sets. */
const EMPHASIS = 0.8

/**
 * A plan of words in which a year may be the year of the paper, a name counts more among the authors, and the words of
 * a short query count more in the title. `Kim 2014 classification` finds what Kim wrote in 2014. A word alone names a
 * subject, no paper: what its title weighs anyway is enough (CSL keywords .663 nDCG@10, with the emphasis .652).
 *
 * @param written how many words were written; a run of Chinese is one, whatever it is made of.
 */
export function emphasised(plan: Plan, written: number): Plan {
  if (plan.op !== 'and' && plan.op !== 'or' && plan.op !== 'weak') return emphasisedUnit(plan, MASKS.author)
  const mask = written > 1 && plan.parts.length <= FEW ? MASKS.author | MASKS.title : MASKS.author
  return { ...plan, parts: plan.parts.map((unit) => emphasisedUnit(withYear(unit), mask)) }
}

/** A year among other words; alone it is a word like any. */
function withYear(unit: Plan): Plan {
  if (unit.op !== 'term' || !/^(?:19|20)\d\d$/.test(unit.term)) return unit
  return { op: 'or', parts: [unit, rangePlan('year', Number(unit.term), Number(unit.term))] }
}

function emphasisedUnit(unit: Plan, mask: number): Plan {
  const terms = ownTerms(unit)
  if (terms.length === 0) return unit
  const extra = terms.map(({ term, weight }) => ({
    op: 'term' as const,
    term,
    mask,
    weight: weight * EMPHASIS,
  }))
  return { op: 'boost', part: unit, extra }
}

/** Begins a term that is no word of a text. */
const SPACE = '\u0001'

/** The words of a unit, those of its translations too. */
function ownTerms(unit: Plan): { term: string; weight: number }[] {
  if (unit.op === 'term') return unit.term.startsWith(SPACE) ? [] : [unit]
  if (unit.op === 'phrase') return unit.parts.map(({ term }) => ({ term, weight: unit.weight }))
  if (unit.op === 'boost') return writtenForm(unit) ?? ownTerms(unit.part)
  if (unit.op === 'and' || unit.op === 'or') return unit.parts.flatMap(ownTerms)
  return []
}

/**
 * The form of a word as it was written, where that is not its stem: who remembers a title remembers its words as they
 * stand there (known items by four words of the title .930 MRR@10, by their stems .927).
 */
function writtenForm({
  part,
  extra,
}: Extract<Plan, { op: 'boost' }>): { term: string; weight: number }[] | null {
  const written = extra.filter(({ term }) => term.startsWith('='))
  return part.op === 'term' && written.length > 0
    ? written.map(({ term }) => ({ term, weight: part.weight }))
    : null
}
