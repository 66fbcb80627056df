// Writers of the sections that are made of quotations and fixed sentences, one function per kind of section. They yield
// wherever other tasks may get a turn.

import {
  RESEARCH_DEPTHS,
  type ResearchEvidence,
  type ResearchState,
  type SectionChart,
} from '@scinav/contract'
import { shortenQuestion } from '../plan/long-question.ts'
import { stripEndSigns } from '../run/edit-text.ts'
import { stepSources } from '../run/research.ts'
import type { ReportFrame } from './frames.ts'
import { outlineEntry, stepEvidence } from './outline.ts'
import { groupBySource, type SectionContext, sourceName } from './section-context.ts'
import { notedEvidence } from './synthesis.ts'

/** Writes the section 检索范围与方法: the question, the places and queries searched, and the number of results. */
export function* writeScope(writing: SectionContext): Generator<void> {
  const { state, row, question, frame, out } = writing
  const sentences = [
    frame.questionAndDate(
      question.named?.title ?? shortenQuestion(state.question),
      row.created_at.slice(0, 10),
    ),
    frame.searchedIn(searchedPlaces(writing)),
    ...(question.constraintLabels.length > 0
      ? [frame.narrowed(question.constraintLabels.join(frame.comma))]
      : []),
    ...(state.engine === 'model' ? modelStatements(state, frame) : [frame.withoutModel]),
  ]
  out.write(sentences.join(frame.sentenceGap))
  yield
  out.write(`\n\n${planNote(state, frame)}${searchedSteps(state, frame)}`)
  yield
  if (state.synthesis) {
    const citedNumbers = new Set(state.sections.flatMap(({ citations }) => citations.map(({ n }) => n)))
    return out.write(`\n\n${frame.readByModel(state.notes.length, citedNumbers.size)}\n`)
  }
  const quotedSources = new Set(state.evidence.map(({ source_id }) => source_id))
  out.write(`\n\n${frame.totals(stepSources(state).length, state.evidence.length, quotedSources.size)}\n`)
}

/** Returns what the model did, and what was verified of it in the sections before. */
function modelStatements({ model, sections, synthesis }: ResearchState, frame: ReportFrame): string[] {
  const writtenBy = frame.byModel(model ?? '')
  if (!synthesis) return [writtenBy]
  const citations = sections.flatMap((each) => (each.written_by === 'model' ? each.citations : []))
  const verified = citations.filter(({ check }) => check.method === 'model').length
  return citations.length > 0 ? [writtenBy, frame.verified(verified, citations.length)] : [writtenBy]
}

/** Returns the steps with their queries as a list; in a short report of a survey their titles alone, in one sentence. */
function searchedSteps({ depth, steps, synthesis }: ResearchState, frame: ReportFrame): string {
  if (synthesis && RESEARCH_DEPTHS[depth].is_short)
    return `${frame.sentenceGap}${frame.stepTitles(steps.map(({ title }) => title))}`
  const lines = steps.map(({ searches, state, title }, at) => {
    const queries = searches.map(({ query }) => frame.query(query)).join(frame.comma)
    const outcome = state === 'pending' || state === 'running' ? '' : frame.state[state]
    const details = [queries === '' ? '' : frame.searches(queries), outcome].filter((each) => each !== '')
    return `\n${at + 1}. ${title}${details.length > 0 ? `${frame.colon}${details.join(frame.pause)}` : ''}`
  })
  return `\n${lines.join('')}`
}

/** Returns who made the accepted plan, its version, and the number of steps. */
function planNote({ plans, accepted_version, steps }: ResearchState, frame: ReportFrame): string {
  const { made_by, version } = plans.find((each) => each.version === accepted_version) ?? FIRST_PLAN
  return frame.plannedBy(frame.plan[made_by], version, steps.length)
}

/** Stands in for the accepted plan of a run that ended before there was one. */
const FIRST_PLAN = { made_by: 'template', version: 1 } as const

/** Returns the places that were searched, as a list in the language of the report. */
function searchedPlaces({ request, frame, engineNames }: SectionContext): string {
  const { engines, dataset_ids, folder_ids, file_ids, paper_ids } = request.sources
  const outside = engines.filter((engine) => engine !== 'local').map((id) => engineNames.get(id) ?? id)
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
export function* writeEvidence(writing: SectionContext): Generator<void> {
  const { state, frame, section, out } = writing
  const evidence = stepEvidence(state, section.step_id)
  const sources = groupBySource(evidence)
  if (sources.length === 0) return out.write(`${frame.nothingQuoted}\n`)
  out.write(`${frame.quotedFrom(sources.length, evidence.length)}\n`)
  for (const quotes of sources) yield* writeSourceQuotes(writing, quotes, { withAspects: true })
  out.write('\n')
}

/** Maximum number of works that are quoted where a section of a survey could not be written by the model. */
const MAX_QUOTED_WORKS = 6

/** Writes a section of a survey from quotations: the first sentence of the works that it would have been written from. */
export function* writeSurveyQuotes(writing: SectionContext): Generator<void> {
  const { state, section } = writing
  const works = outlineEntry(state, section.section_id)?.source_ids
  const evidence = notedEvidence(state).filter(({ source_id }) => !works || works.includes(source_id))
  for (const [first] of groupBySource(evidence).slice(0, MAX_QUOTED_WORKS))
    if (first) yield* writeSourceQuotes(writing, [first], { withAspects: false })
  writing.out.write('\n')
}

/** Writes the section 证据不足: the queries that were tried, the little evidence found, and suggestions. */
export function* writeInsufficient(writing: SectionContext): Generator<void> {
  const { state, frame, out } = writing
  const sources = groupBySource(state.evidence)
  out.write(frame.fewSources(sources.length))
  if (state.engine === 'extractive') out.write(`${frame.sentenceGap}${frame.withoutModel}`)
  out.write('\n')
  for (const quotes of sources) yield* writeSourceQuotes(writing, quotes, { withAspects: false })
  const searches = [...state.searches, ...state.steps.flatMap((step) => step.searches)]
  out.write(`\n\n${frame.triedSearches}\n`)
  for (const query of new Set(searches.map((search) => search.query))) out.write(`\n- ${frame.query(query)}`)
  out.write(`\n\n${[...state.warnings.map((text) => `${text}。`), frame.suggestions].join('\n\n')}\n`)
}

/** Writes the quotations of one source as a list item, followed by the name of the source. */
function* writeSourceQuotes(
  { state, question, frame, out }: SectionContext,
  quotes: ResearchEvidence[],
  { withAspects }: { withAspects: boolean },
): Generator<void> {
  for (const [at, each] of quotes.entries()) {
    out.write(at === 0 ? '\n- ' : '\n\n  ')
    if (withAspects && each.aspect) out.write(`**${frame.aspects[each.aspect]}**${frame.colon}`)
    out.quote(each)
    yield
  }
  const source_id = quotes[0]?.source_id ?? ''
  out.write(`\n\n  ${sourceName(state, source_id, { frame, language: question.language })}`)
}

/** Maximum number of sources whose limitations are quoted. */
const MAX_STATED_LIMITS = 5
/** Age of the newest source, in years, above which a report mentions it. */
const OLD_SOURCE_YEARS = 3

/** Writes the section 局限与未覆盖: limitations that sources state, and what the search did not cover. */
export function* writeLimits(writing: SectionContext): Generator<void> {
  const { state, question, frame, out } = writing
  const quotedAbove = new Set(state.steps.flatMap(({ step_id }) => stepEvidence(state, step_id)))
  const limits = state.evidence.filter(({ aspect }) => aspect === 'limitation')
  const unquoted = limits.filter((each) => !quotedAbove.has(each))
  const limitsBySource = groupBySource(unquoted).slice(0, MAX_STATED_LIMITS)
  if (limitsBySource.length > 0) out.write(`${frame.statedLimits}\n`)
  else out.write(limits.length > 0 || state.synthesis ? frame.limitsAbove : frame.noStatedLimits)
  for (const [first] of limitsBySource) {
    if (!first) continue
    out.write('\n- ')
    out.quote(first)
    out.write(`\n\n  ${sourceName(state, first.source_id, { frame, language: question.language })}`)
    yield
  }
  out.write(`\n\n${frame.uncovered}\n`)
  for (const line of uncoveredNotes(writing)) out.write(`\n- ${line}`)
  out.write('\n')
}

/** Returns what the search did not cover, in the order in which it is listed. */
function uncoveredNotes({ state, row, frame }: SectionContext): string[] {
  const years = stepSources(state).flatMap(({ year }) => year ?? [])
  // −Infinity without years, and then not used.
  const newest = Math.max(...years)
  const isOld = years.length > 0 && newest <= Number(row.created_at.slice(0, 4)) - OLD_SOURCE_YEARS
  const { languages } = sectionChart(state, frame)
  const [firstLanguage] = languages
  return [
    frame.abstractsOnly,
    ...(state.evidence.some(({ by_site }) => by_site) ? [frame.siteNote] : []),
    frame.searchedByWords,
    ...state.steps.flatMap((step) => stepGapNotes(step, frame)),
    ...widerSearchNotes(state, frame),
    ...(isOld ? [frame.noNewerThan(newest)] : []),
    ...(firstLanguage && languages.length === 1 ? [frame.oneLanguage(firstLanguage.label)] : []),
    ...fallbackNotes(state, frame),
    ...state.warnings,
  ]
}

/** Returns notes on the tasks that the model did not carry out, grouped by reason. */
function fallbackNotes({ fallbacks }: ResearchState, frame: ReportFrame): string[] {
  const byReason = Map.groupBy(fallbacks, ({ reason }) => reason)
  return [...byReason].map(([reason, tasks]) => {
    const names = tasks.map(({ task, title }) => frame.tasks[task](title))
    return frame.partsWithoutModel(reason, names.join(frame.comma))
  })
}

/** Returns a note on a step that found nothing, was skipped or had a failed search; none for any other step. */
function stepGapNotes(step: ResearchState['steps'][number], frame: ReportFrame): string[] {
  const { title, note, searches } = step
  const reason = stripEndSigns(note ?? '')
  switch (step.state) {
    case 'empty':
      return [frame.notFound(title)]
    case 'skipped':
      return [frame.notSearched(title)]
    case 'failed':
      return [frame.failedStep(title, reason)]
    default:
      return reason !== '' && hasFailed(searches) ? [frame.partlyFailedStep(title, reason)] : []
  }
}

/** Returns notes on steps that found little with their own queries and were searched more widely. */
function widerSearchNotes({ steps }: ResearchState, frame: ReportFrame): string[] {
  const noted = steps.filter(({ state, note, searches }) => state === 'done' && note && !hasFailed(searches))
  const byNote = Map.groupBy(noted, ({ note }) => stripEndSigns(note ?? ''))
  return [...byNote].map(([note, sameNote]) =>
    frame.searchedWider(
      sameNote.map(({ title }) => title),
      note,
    ),
  )
}

const hasFailed = (searches: ResearchState['steps'][number]['searches']): boolean =>
  searches.some(({ error }) => error !== null)

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
