import type { Segment } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import { type Bits, giveBack, takeBits } from '../sets/bits.ts'
import { type Found, findInSegment } from './find.ts'
import type { Search } from './search.ts'
import type { SplitSearch } from './split-search.ts'

export interface FoundAll {
  /** The looser plan, if it counts. */
  fallback: Plan | null
  /** By the segment's place: all, or those of one side. */
  own: Map<number, Found>
}

/** What is counted in one segment, whoever found it. */
export type Counted = Pick<Found, 'passed' | 'failed' | 'total' | 'partial'> & { segment: Segment }

export function sumOf<Each>(each: Iterable<Each>, value: (one: Each) => number): number {
  let sum = 0
  for (const one of each) sum += value(one)
  return sum
}

/** The plan's hits, with those of the looser one where there are too few; shown to the other side, if there is one. */
export function findAll(search: Search): FoundAll {
  const { request, split } = search
  const strict = findOwn(search, null)
  const found = hasMinHits(search, strict)
    ? { fallback: null, own: strict }
    : { fallback: request.fallback, own: withFallback(search, strict) }
  if (split) show(split, found.own)
  return found
}

function withFallback(search: Search, strict: FoundAll['own']): FoundAll['own'] {
  for (const found of strict.values()) release(found)
  return findOwn(search, search.request.fallback)
}

function findOwn(search: Search, fallback: Plan | null): FoundAll['own'] {
  const { views, split } = search
  const own = new Map<number, Found>()
  views.forEach((view, at) => {
    if (!split || at % 2 === split.side) own.set(at, findInSegment(search, view, fallback))
  })
  return own
}

/** Whether the plan itself has hits enough, in all segments; always so where nothing is looser. */
function hasMinHits({ request, split }: Search, own: FoundAll['own']): boolean {
  if (!request.fallback) return true
  const total = sumOf(own.values(), (found) => found.total)
  split?.tell('total', total)
  if (total >= request.min_hits || !split) return total >= request.min_hits
  return total + split.awaitOther('total') >= request.min_hits
}

function release({ strict, all, passed, failed }: Found): void {
  for (const bits of new Set([strict, all, passed, ...failed.map((each) => each.bits)])) giveBack(bits)
}

function show(split: SplitSearch, own: FoundAll['own']): void {
  for (const [index, { passed, failed, total, partial }] of own) {
    const sets = split.sets(index)
    sets[0]?.set(passed)
    failed.forEach(({ bits }, at) => {
      sets[at + 1]?.set(bits)
    })
    split.counts(index).set([total, partial, ...failed.map(({ count }) => count)])
  }
  split.tell('found', own.size)
}

/** What was found in every segment, by either side. */
export function everywhere({ views, split }: Search, { own }: FoundAll): Counted[] {
  if (split && own.size < views.length) split.awaitOther('found')
  return views.flatMap(({ segment }, at) => {
    const found = own.get(at)
    if (found) return [{ ...found, segment }]
    return split ? [shownBy(split, segment, at)] : []
  })
}

function shownBy(split: SplitSearch, segment: Segment, at: number): Counted {
  const [passed = takeBits(), ...others] = split.sets(at).map(copyOf)
  const [total = 0, partial = 0, ...counts] = split.counts(at)
  const failed = others.map((bits, filter) => ({ bits, count: counts[filter] ?? 0 }))
  return { segment, passed, failed, total, partial }
}

function copyOf(shared: Uint32Array): Bits {
  const bits = takeBits()
  bits.set(shared)
  return bits
}

/** Gives back all sets of a search. */
export function releaseAll({ own }: FoundAll, each: Counted[]): void {
  const sets = each.flatMap(({ passed, failed }) => [passed, ...failed.map(({ bits }) => bits)])
  for (const { strict, all } of own.values()) sets.push(strict, all)
  for (const bits of new Set(sets)) giveBack(bits)
}
