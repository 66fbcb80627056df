import type { ResearchState, SectionChart } from '@scinav/contract'
import { shortenQuestion } from '../plan/long-question.ts'
import { stepSources } from '../run/research.ts'
import { stripEndSigns } from '../run/trim-text.ts'
import type { ReportFrame } from './frames.ts'
import { stepEvidence } from './outline.ts'
import { groupBySource, type SectionContext, sourceName } from './section-context.ts'

/** Writes the section 检索范围与方法: the question, the places and queries searched, and the number of results. */
export function* writeScope({ state, row, request, asked, frame, out }: SectionContext): Generator<void> {
  const said = [
    frame.asked(asked.named?.called ?? shortenQuestion(state.question), row.created_at.slice(0, 10)),
    frame.where(searchedPlaces(request.sources, frame)),
    ...(asked.narrowed.length > 0 ? [frame.narrowed(asked.narrowed.join(frame.comma))] : []),
    state.engine === 'model' ? frame.modelled(state.model ?? '') : frame.quoted,
  ]
  out.write(said.join(frame.gap))
  yield
  out.write(`\n\n${planNote(state, frame)}\n`)
  for (const [at, step] of state.steps.entries()) {
    const queries = step.searches.map(({ query }) => frame.query(query)).join(frame.comma)
    const how = step.state === 'pending' || step.state === 'running' ? '' : frame.state[step.state]
    const rest = [queries === '' ? '' : frame.searches(queries), how].filter((each) => each !== '')
    out.write(`\n${at + 1}. ${step.title}${rest.length > 0 ? `${frame.colon}${rest.join(frame.pause)}` : ''}`)
  }
  yield
  const cited = new Set(state.evidence.map(({ source_id }) => source_id))
  out.write(`\n\n${frame.read(stepSources(state).length, state.evidence.length, cited.size)}\n`)
}

function planNote(
  { plans, accepted_version, steps }: SectionContext['state'],
  frame: SectionContext['frame'],
): string {
  const { made_by, version } = plans.find((each) => each.version === accepted_version) ?? FIRST_PLAN
  return frame.planned(frame.plan[made_by], version, steps.length)
}

const FIRST_PLAN = { made_by: 'template', version: 1 } as const

function searchedPlaces(
  { engines, dataset_ids, folder_ids, file_ids, paper_ids }: SectionContext['request']['sources'],
  frame: SectionContext['frame'],
): string {
  const outside = engines.filter((engine) => engine !== 'local')
  const isNarrowed = dataset_ids.length + paper_ids.length > 0
  const inLibrary = !isNarrowed && (engines.length === 0 || engines.includes('local'))
  return [
    ...(inLibrary ? [frame.library] : []),
    ...(paper_ids.length > 0 ? [frame.papers(paper_ids.length)] : []),
    ...(folder_ids.length > 0 ? [frame.folders(folder_ids.length)] : []),
    ...(dataset_ids.length > 0 && folder_ids.length === 0 ? [frame.datasets(dataset_ids.length)] : []),
    ...(file_ids.length > 0 ? [frame.files(file_ids.length)] : []),
    ...outside,
  ].join(frame.comma)
}

/** Writes a section 主要证据: the evidence of one step by source, each sentence quoted and cited. */
export function* writeEvidence({ state, asked, frame, section, out }: SectionContext): Generator<void> {
  const evidence = stepEvidence(state, section.step_id)
  const sources = groupBySource(evidence)
  if (sources.length === 0) return out.write(`${frame.empty}\n`)
  out.write(`${frame.found(sources.length, evidence.length)}\n`)
  for (const quotes of sources) {
    for (const [at, each] of quotes.entries()) {
      out.write(at === 0 ? '\n- ' : '\n\n  ')
      if (each.aspect) out.write(`**${frame.aspects[each.aspect]}**${frame.colon}`)
      out.quote(each)
      yield
    }
    const [first] = quotes
    out.write(`\n\n  ${sourceName(state, first?.source_id ?? '', { frame, language: asked.language })}`)
  }
  out.write('\n')
}

/** Writes the section 证据不足: the queries that were tried, the little evidence found, and suggestions. */
export function* writeInsufficient({ state, asked, frame, out }: SectionContext): Generator<void> {
  const sources = groupBySource(state.evidence)
  out.write(frame.few(sources.length))
  if (state.engine === 'extractive') out.write(`${frame.gap}${frame.quoted}`)
  out.write('\n')
  for (const quotes of sources) {
    for (const [at, each] of quotes.entries()) {
      out.write(at === 0 ? '\n- ' : '\n\n  ')
      out.quote(each)
      yield
    }
    const [first] = quotes
    out.write(`\n\n  ${sourceName(state, first?.source_id ?? '', { frame, language: asked.language })}`)
  }
  const tried = [...state.searches, ...state.steps.flatMap(({ searches }) => searches)].map(
    ({ query }) => query,
  )
  out.write(`\n\n${frame.tried}\n`)
  for (const query of new Set(tried)) out.write(`\n- ${frame.query(query)}`)
  out.write(`\n\n${[...state.warnings.map((text) => `${text}。`), frame.help].join('\n\n')}\n`)
}

const MAX_STATED_LIMITS = 5
/** Age of the newest source, in years, above which a report mentions it. */
const OLD_SOURCE_YEARS = 3

/** Writes the section 局限与未覆盖: limitations that sources state, and what the search did not cover. */
export function* writeLimits(writing: SectionContext): Generator<void> {
  const { state, asked, frame, out } = writing
  const told = new Set(state.steps.flatMap(({ step_id }) => stepEvidence(state, step_id)))
  const limits = state.evidence.filter((each) => each.aspect === 'limitation' && !told.has(each))
  const stated = groupBySource(limits).slice(0, MAX_STATED_LIMITS)
  if (stated.length > 0) out.write(`${frame.own}\n`)
  else out.write(state.evidence.some(({ aspect }) => aspect === 'limitation') ? frame.above : frame.noOwn)
  for (const [first] of stated) {
    if (!first) continue
    out.write('\n- ')
    out.quote(first)
    out.write(`\n\n  ${sourceName(state, first.source_id, { frame, language: asked.language })}`)
    yield
  }
  out.write(`\n\n${frame.mine}\n`)
  for (const line of uncoveredNotes(writing)) out.write(`\n- ${line}`)
  out.write('\n')
}

function uncoveredNotes({ state, row, frame }: SectionContext): string[] {
  const years = stepSources(state).flatMap(({ year }) => year ?? [])
  const newest = Math.max(...years)
  const isOld = years.length > 0 && newest <= Number(row.created_at.slice(0, 4)) - OLD_SOURCE_YEARS
  const { languages } = sectionChart(state, frame)
  const [only] = languages
  return [
    frame.abstracts,
    ...(state.evidence.some(({ by_site }) => by_site) ? [frame.siteNote] : []),
    frame.words,
    ...state.steps.flatMap((step) => stepGapNotes(step, frame)),
    ...widerSearchNotes(state, frame),
    ...(isOld ? [frame.oldest(newest)] : []),
    ...(only && languages.length === 1 ? [frame.oneLanguage(only.label)] : []),
    ...fallbackNotes(state, frame),
    ...state.warnings,
  ]
}

/** Returns notes on the tasks that the model did not carry out, grouped by reason. */
function fallbackNotes({ fallbacks }: SectionContext['state'], frame: SectionContext['frame']): string[] {
  const byReason = Map.groupBy(fallbacks, ({ reason }) => reason)
  return [...byReason].map(([reason, parts]) => {
    const named = parts.map(({ task, title }) => frame.tasks[task](title))
    return frame.without(reason, named.join(frame.comma))
  })
}

function stepGapNotes(
  step: SectionContext['state']['steps'][number],
  frame: SectionContext['frame'],
): string[] {
  const { title, note, searches } = step
  const why = stripEndSigns(note ?? '')
  switch (step.state) {
    case 'empty':
      return [frame.notFound(title)]
    case 'skipped':
      return [frame.notSearched(title)]
    case 'failed':
      return [frame.failedStep(title, why)]
    default:
      return why !== '' && hasFailed(searches) ? [frame.partly(title, why)] : []
  }
}

/** Returns notes on steps that found little with their own queries and were searched more widely. */
function widerSearchNotes({ steps }: SectionContext['state'], frame: SectionContext['frame']): string[] {
  const noted = steps.filter(({ state, note, searches }) => state === 'done' && note && !hasFailed(searches))
  const byNote = Map.groupBy(noted, ({ note }) => stripEndSigns(note ?? ''))
  return [...byNote].map(([why, same]) =>
    frame.wider(
      same.map(({ title }) => title),
      why,
    ),
  )
}

const hasFailed = (searches: SectionContext['state']['steps'][number]['searches']): boolean =>
  searches.some(({ error }) => error !== null)

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
