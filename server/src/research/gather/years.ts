import type { ResearchState } from '@scinav/contract'
import type { ResearchQuestion } from '../plan/read-question.ts'
import type { StepFocus } from '../plan/templates.ts'

type YearRange = Pick<ResearchQuestion['constraints'], 'year_from' | 'year_to'>

/**
 * Returns the last year of earlier work, after which later work begins: the year before the earliest named work, else the
 * middle year of the exploratory search; 0 when neither is known.
 */
export function pivotYear(state: Pick<ResearchState, 'read'>, named: ResearchQuestion['named']): number {
  const years = named?.works.flatMap(({ year }) => year ?? []) ?? []
  return years.length > 0 ? Math.min(...years) - 1 : middleYear(state)
}

/** Returns the median year of the sources of the exploratory search; 0 when none has a year. */
function middleYear(state: Pick<ResearchState, 'read'>): number {
  const years = exploredYears(state)
  return years[Math.floor((years.length - 1) / 2)] ?? 0
}

const exploredYears = ({ read }: Pick<ResearchState, 'read'>): number[] =>
  read.flatMap(({ year, looked }) => (looked && year !== null ? [year] : [])).toSorted((a, b) => a - b)

/** Returns the years of a step for earlier or later work; null when the step is not limited to a period. */
export function stepYears(
  focus: StepFocus,
  state: ResearchState,
  { constraints: { year_from, year_to }, named }: Pick<ResearchQuestion, 'constraints' | 'named'>,
): YearRange | null {
  const pivot = pivotYear(state, named)
  const newest = named ? Number.POSITIVE_INFINITY : (exploredYears(state).at(-1) ?? 0)
  if (pivot === 0 || newest === pivot || (focus !== 'early' && focus !== 'recent')) return null
  const years: YearRange =
    focus === 'early'
      ? { ...(year_from !== undefined && { year_from }), year_to: pivot }
      : { year_from: pivot + 1, ...(year_to !== undefined && { year_to }) }
  const isEmpty = (years.year_from ?? 0) > (years.year_to ?? newest)
  return isEmpty ? null : years
}

/** Returns a query as shown to the user, with the years to which its step is limited. */
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
