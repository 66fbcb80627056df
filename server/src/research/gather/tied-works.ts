import type { ResearchEvent } from '@scinav/contract'
import { inTitleMarks } from '@scinav/contract/quoted'
import { yearOf } from '@scinav/search'
import { findCitationTies, requireWork } from '../../library/papers/index.ts'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import { findPapersById } from '../../retrieval/index.ts'
import { questionLanguage } from '../paste/work-names.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import type { ResearchStep } from './search-result.ts'
import { type ReadableWork, readableWork } from './works-to-read.ts'

/** Maximum number of works of a step whose citations are followed. */
const MAX_FOLLOWED_WORKS = 3
/** Maximum number of works tied to each of them, in each way. */
const MAX_TIES_OF_A_WORK = 8
/** Maximum number of tied works for one step. */
const MAX_TIED_WORKS = 12

/**
 * Returns works of the library that the best works of a step cite, are cited by, or share references with. Works that
 * the run has found already, retracted works and works outside the years of the question are left out. Returns none when
 * the user restricted the sources.
 */
export async function* findTiedWorks(
  research: Research,
  step: ResearchStep,
  { constraints }: ResearchQuestion,
): AsyncGenerator<ResearchEvent, ReadableWork[]> {
  const { ctx, request, state } = research
  const { paper_ids, dataset_ids, folder_ids, engines } = request.sources
  const isRestricted = paper_ids.length + dataset_ids.length + folder_ids.length > 0
  if (isRestricted || (engines.length > 0 && !engines.includes('local'))) return []
  const { notes, read } = state()
  const ofStep = new Map(
    read.filter(({ step_ids }) => step_ids.includes(step.step_id)).map((each) => [each.source_id, each]),
  )
  const best = notes
    .filter(({ relevance }) => relevance > 1)
    .toSorted((a, b) => b.relevance - a.relevance)
    .flatMap(({ source_id }) => ofStep.get(source_id) ?? [])
    .filter(({ paper_id }) => paper_id !== null)
    .slice(0, MAX_FOLLOWED_WORKS)
  if (best.length === 0) return []
  const query = best.map(({ title }) => inTitleMarks(title)).join('')
  const call = { call_id: `${step.step_id}-ties`, step_id: step.step_id }
  yield researchEvent('tool.started', { ...call, name: 'citation_ties', query, engines: ['local'] })
  const seen = new Set(read.map(({ source_id }) => source_id))
  const ids: string[] = []
  for (const { paper_id } of best) {
    if (paper_id === null) continue
    const { work } = await requireWork(ctx, paper_id)
    const { cited, citing, coupled } = await findCitationTies(ctx, { id: paper_id, work }, MAX_TIES_OF_A_WORK)
    ids.push(...cited, ...citing, ...coupled.map((each) => each.paper_id))
  }
  const newIds = [...new Set(ids)].filter((id) => !seen.has(id)).slice(0, MAX_TIED_WORKS)
  const { year_from = 0, year_to = Number.POSITIVE_INFINITY } = constraints
  const language = questionLanguage(state().question)
  const tied = await findPapersById(ctx, newIds)
  const notices = await lookUpWorks(
    ctx,
    tied.map(({ work }) => work),
  )
  const found = tied.filter(({ work }, at) => {
    if (standingStatus(work.status, notices[at] ?? null) === 'retracted') return false
    const year = yearOf(work.publish_date)
    return year >= (year_from ?? 0) && year <= (year_to ?? Number.POSITIVE_INFINITY)
  })
  yield researchEvent('tool.finished', {
    ...call,
    found: Math.min(found.length, MAX_TIED_WORKS),
    error: null,
  })
  return found
    .map((each) => readableWork(each, query, language))
    .filter(({ passages }) => passages.length > 0)
}
