import type { ResearchState, SectionChart } from '@scinav/contract'
import { stepSources } from '../run/research.ts'
import type { ReportFrame } from './frames.ts'
import type { SectionContext } from './section-context.ts'

/** Maximum number of venues in the chart. */
const MAX_VENUES = 10

/** Writes the section 年份与来源分布: counts over all sources read in the steps. */
export function* writeDistribution({ state, frame, out }: SectionContext): Generator<void> {
  const sources = stepSources(state)
  const years = sources.flatMap(({ year }) => year ?? []).toSorted((a, b) => a - b)
  const { venues, languages } = sectionChart(state, frame)
  const sentences: string[] = [frame.countedOver(sources.length)]
  const [first] = years
  const last = years.at(-1)
  // The third year is the median.
  if (first !== undefined && last !== undefined)
    sentences.push(frame.years(first, last, years[Math.floor((years.length - 1) / 2)] ?? first))
  if (years.length < sources.length) sentences.push(frame.undated(sources.length - years.length))
  out.write(sentences.join(frame.sentenceGap))
  yield
  const repeated = venues.filter(({ count }) => count > 1)
  const listCounts = (counts: { label: string; count: number }[]) =>
    counts.map(({ label, count }) => frame.labelCount(label, count)).join(frame.comma)
  out.write(`\n\n${repeated.length > 0 ? frame.venues(listCounts(repeated)) : frame.noRepeatedVenue}`)
  out.write(`${frame.sentenceGap}${frame.languages(listCounts(languages))}\n`)
}

/** Returns the data of the charts: years in ascending order, venues and languages by descending count. */
export function sectionChart(state: ResearchState, frame: ReportFrame): SectionChart {
  const sources = stepSources(state)
  const years = countLabels(sources.flatMap(({ year }) => (year === null ? [] : [String(year)])))
  const venues = countLabels(sources.flatMap(({ venue }) => (venue === '' ? [] : [venue])))
  const languages = countLabels(sources.map(({ language }) => languageName(language, frame)))
  return {
    years: years.toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    venues: byCount(venues).slice(0, MAX_VENUES),
    languages: byCount(languages),
  }
}

/** Returns the name of a language by its code, '' when it is unknown; all but Chinese and English share one name. */
function languageName(code: string, frame: ReportFrame): string {
  if (code === '') return frame.language.unknown ?? code
  return frame.language[code === 'zh' || code === 'en' ? code : 'other'] ?? code
}

const countLabels = (labels: string[]) =>
  [...Map.groupBy(labels, (label) => label)].map(([label, all]) => ({ label, count: all.length }))

/** The sort is stable: equal counts keep their order. */
const byCount = (list: { label: string; count: number }[]) => list.toSorted((a, b) => b.count - a.count)
