import type { ResearchState } from '@scinav/contract'
import type { ResearchQuestion } from '../plan/read-question.ts'
import type { StepFocus } from '../plan/templates.ts'

type YearRange = Pick<ResearchQuestion['constraints'], 'year_from' | 'year_to'>

/** The year that parts earlier from later work: the one before a work's that was named, else the middle of what the look round met. */
export function pivotYear(state: Pick<ResearchState, 'read'>, named: ResearchQuestion['named']): number {
  const years = named?.works.flatMap(({ year }) => year ?? []) ?? []
  return years.length > 0 ? Math.min(...years) - 1 : middleYear(state)
}

/** The year that parts the older half of what the look round met from the newer; 0 where it met none that has one. */
function middleYear(state: Pick<ResearchState, 'read'>): number {
  const years = exploredYears(state)
  return years[Math.floor((years.length - 1) / 2)] ?? 0
}

const exploredYears = ({ read }: Pick<ResearchState, 'read'>): number[] =>
  read.flatMap(({ year, looked }) => (looked && year !== null ? [year] : [])).toSorted((a, b) => a - b)

/** The years in which a step looks that is after earlier or after more recent work; null for all that was asked for. */
export function stepYears(
  focus: StepFocus,
  state: ResearchState,
  { constraints: { year_from, year_to }, named }: Pick<ResearchQuestion, 'constraints' | 'named'>,
): YearRange | null {
  const pivot = pivotYear(state, named)
  const newest = named ? Number.POSITIVE_INFINITY : (exploredYears(state).at(-1) ?? 0)
  if (pivot === 0 || newest === pivot || (focus !== 'early' && focus !== 'recent')) return null
  const own: YearRange =
    focus === 'early'
      ? { ...(year_from !== undefined && { year_from }), year_to: pivot }
      : { year_from: pivot + 1, ...(year_to !== undefined && { year_to }) }
  const isEmpty = (own.year_from ?? 0) > (own.year_to ?? newest)
  return isEmpty ? null : own
}

/** A search as it is told, with the years that its step keeps to. */
export function queryWithYears(
  query: string,
  focus: StepFocus,
  years: YearRange | null,
  language: 'zh' | 'en',
): string {
  if (!years) return query
  if (language === 'zh')
    return focus === 'early'
      ? `${query}（${years.year_to} 年及以前）`
      : `${query}（${years.year_from} 年及以后）`
  return focus === 'early' ? `${query} (up to ${years.year_to})` : `${query} (from ${years.year_from} on)`
}
