import type { ResearchState, SectionChart } from '@scinav/contract'
import { stepSources } from '../run/research.ts'
import type { ReportFrame } from './frames.ts'
import type { SectionContext } from './section-context.ts'

const MAX_VENUES = 10

/** Writes the section 年份与来源分布: counts over all sources read in the steps. */
export function* writeDistribution({ state, frame, out }: SectionContext): Generator<void> {
  const read = stepSources(state)
  const years = read.flatMap(({ year }) => year ?? []).toSorted((a, b) => a - b)
  const { venues, languages } = sectionChart(state, frame)
  const said: string[] = [frame.counted(read.length)]
  const [first] = years
  const last = years.at(-1)
  if (first !== undefined && last !== undefined)
    said.push(frame.years(first, last, years[Math.floor((years.length - 1) / 2)] ?? first))
  if (years.length < read.length) said.push(frame.undated(read.length - years.length))
  out.write(said.join(frame.gap))
  yield
  const often = venues.filter(({ count }) => count > 1)
  const listed = (list: { label: string; count: number }[]) =>
    list.map(({ label, count }) => frame.times(label, count)).join(frame.comma)
  out.write(`\n\n${often.length > 0 ? frame.venues(listed(often)) : frame.scattered}`)
  out.write(`${frame.gap}${frame.languages(listed(languages))}\n`)
}

/** Returns the data of the charts: years in ascending order, venues and languages by descending count. */
export function sectionChart(state: ResearchState, frame: ReportFrame): SectionChart {
  const read = stepSources(state)
  const languageOf = (code: string) =>
    frame.language[code === '' ? 'unknown' : code === 'zh' || code === 'en' ? code : 'other'] ?? code
  return {
    years: countLabels(read.flatMap(({ year }) => (year === null ? [] : [String(year)]))).toSorted((a, b) =>
      a.label < b.label ? -1 : 1,
    ),
    venues: byCount(countLabels(read.flatMap(({ venue }) => (venue === '' ? [] : [venue])))).slice(
      0,
      MAX_VENUES,
    ),
    languages: byCount(countLabels(read.map(({ language }) => languageOf(language)))),
  }
}

const countLabels = (labels: string[]) =>
  [...Map.groupBy(labels, (label) => label)].map(([label, all]) => ({ label, count: all.length }))

/** The sort is stable: equal counts keep their order. */
const byCount = (list: { label: string; count: number }[]) => list.toSorted((a, b) => b.count - a.count)
