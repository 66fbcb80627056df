import type { Segment } from '../segment/layout.ts'
import { textOf } from '../segment/term-cursor.ts'
import { findTerm, type TermPostings, termsWithPrefix } from '../segment/terms.ts'
import type { PrefixPlan } from './plan.ts'

/** A segment as one search sees it: every term is looked up once. */
export interface View {
  segment: Segment
  terms: Map<string, TermPostings | null>
  prefixes: Map<PrefixPlan, TermPostings[]>
}

export const openView = (segment: Segment): View => ({ segment, terms: new Map(), prefixes: new Map() })

/** The postings of a term, null where no paper of the segment has it. */
export function postingsOf({ segment, terms }: View, term: string): TermPostings | null {
  const known = terms.get(term)
  if (known !== undefined) return known
  const found = findTerm(segment, term)
  terms.set(term, found)
  return found
}

/** The postings of the terms a prefix or a wildcard stands for. */
export function postingsWith({ segment, prefixes }: View, plan: PrefixPlan): TermPostings[] {
  const known = prefixes.get(plan)
  if (known) return known
  const found = findPostings(segment, plan)
  prefixes.set(plan, found)
  return found
}

function findPostings(segment: Segment, { prefix, pattern }: PrefixPlan): TermPostings[] {
  const whole = pattern === null ? null : new RegExp(pattern, 'u')
  const found: TermPostings[] = []
  for (const cursor of termsWithPrefix(segment, prefix)) {
    if (whole && !whole.test(textOf(cursor))) continue
    const { from, to, blocks } = cursor
    found.push({ from, to, blocks })
  }
  return found
}
