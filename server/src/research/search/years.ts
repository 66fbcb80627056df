import type { ResearchState } from '@scinav/contract'
import type { Asked } from '../plan/read-asked.ts'
import type { Focus } from '../plan/templates.ts'

type Years = Pick<Asked['constraints'], 'year_from' | 'year_to'>

/** The year that parts earlier from later work: the one before a work's that was named, else the middle of what the look round met. */
export function pivotOf(state: Pick<ResearchState, 'read'>, named: Asked['named']): number {
  const years = named?.works.flatMap(({ year }) => year ?? []) ?? []
  return years.length > 0 ? Math.min(...years) - 1 : middleYear(state)
}

/** The year that parts the older half of what the look round met from the newer; 0 where it met none that has one. */
function middleYear(state: Pick<ResearchState, 'read'>): number {
  const years = yearsOf(state)
  return years[Math.floor((years.length - 1) / 2)] ?? 0
}

const yearsOf = ({ read }: Pick<ResearchState, 'read'>): number[] =>
  read.flatMap(({ year, looked }) => (looked && year !== null ? [year] : [])).toSorted((a, b) => a - b)

/** The years in which a step looks that is after earlier or after more recent work; null for all that was asked for. */
export function yearsFor(
  focus: Focus,
  state: ResearchState,
  { constraints: { year_from, year_to }, named }: Pick<Asked, 'constraints' | 'named'>,
): Years | null {
  const pivot = pivotOf(state, named)
  const newest = named ? Number.POSITIVE_INFINITY : (yearsOf(state).at(-1) ?? 0)
  if (pivot === 0 || newest === pivot || (focus !== 'early' && focus !== 'recent')) return null
  const own: Years =
    focus === 'early'
      ? { ...(year_from !== undefined && { year_from }), year_to: pivot }
      : { year_from: pivot + 1, ...(year_to !== undefined && { year_to }) }
  const isEmpty = (own.year_from ?? 0) > (own.year_to ?? newest)
  return isEmpty ? null : own
}

/** A search as it is told, with the years that its step keeps to. */
export function toldQuery(query: string, focus: Focus, years: Years | null, language: 'zh' | 'en'): string {
  if (!years) return query
  if (language === 'zh')
    return focus === 'early'
      ? `${query}（${years.year_to} 年及以前）`
      : `${query}（${years.year_from} 年及以后）`
  return focus === 'early' ? `${query} (up to ${years.year_to})` : `${query} (from ${years.year_from} on)`
}
