import type { Segment } from '../index/layout.ts'
import type { Plan } from '../planning/plan.ts'
import { type Bits, giveBack, takeBits } from '../sets/bits.ts'
import { type Found, findInSegment } from './find.ts'
import type { Search } from './search.ts'
import type { Partner } from './split-search.ts'

export interface FoundAll {
  /** The looser plan, if it counts. */
  loose: Plan | null
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
  const { request, partner } = search
  const strict = findOwn(search, null)
  const found = isEnough(search, strict)
    ? { loose: null, own: strict }
    : { loose: request.loose, own: loosened(search, strict) }
  if (partner) show(partner, found.own)
  return found
}

function loosened(search: Search, strict: FoundAll['own']): FoundAll['own'] {
  for (const found of strict.values()) release(found)
  return findOwn(search, search.request.loose)
}

function findOwn(search: Search, loose: Plan | null): FoundAll['own'] {
  const { views, partner } = search
  const own = new Map<number, Found>()
  views.forEach((view, at) => {
    if (!partner || at % 2 === partner.side) own.set(at, findInSegment(search, view, loose))
  })
  return own
}

/** Whether the plan itself has hits enough, in all segments; always so where nothing is looser. */
function isEnough({ request, partner }: Search, own: FoundAll['own']): boolean {
  if (!request.loose) return true
  const total = sumOf(own.values(), (found) => found.total)
  partner?.tell('total', total)
  if (total >= request.enough || !partner) return total >= request.enough
  return total + partner.awaitOther('total') >= request.enough
}

function release({ strict, all, passed, failed }: Found): void {
  for (const bits of new Set([strict, all, passed, ...failed.map((each) => each.bits)])) giveBack(bits)
}

function show(partner: Partner, own: FoundAll['own']): void {
  for (const [index, { passed, failed, total, partial }] of own) {
    const sets = partner.sets(index)
    sets[0]?.set(passed)
    failed.forEach(({ bits }, at) => {
      sets[at + 1]?.set(bits)
    })
    partner.counts(index).set([total, partial, ...failed.map(({ count }) => count)])
  }
  partner.tell('found', own.size)
}

/** What was found in every segment, by either side. */
export function everywhere({ views, partner }: Search, { own }: FoundAll): Counted[] {
  if (partner && own.size < views.length) partner.awaitOther('found')
  return views.flatMap(({ segment }, at) => {
    const found = own.get(at)
    if (found) return [{ ...found, segment }]
    return partner ? [shownBy(partner, segment, at)] : []
  })
}

function shownBy(partner: Partner, segment: Segment, at: number): Counted {
  const [passed = takeBits(), ...others] = partner.sets(at).map(copyOf)
  const [total = 0, partial = 0, ...counts] = partner.counts(at)
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
