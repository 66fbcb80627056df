import type { ResearchEvent, ResearchSource, ResearchState } from '@scinav/contract'
import { inTitleMarks } from '@scinav/contract/quoted'
import { yearOf } from '@scinav/search'
import { findCitationTies, requireWork } from '../../library/papers/index.ts'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type FoundPaper, findPapersById } from '../../retrieval/index.ts'
import { questionLanguage } from '../paste/work-names.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import type { ResearchStep } from './search-result.ts'
import { type ReadableWork, readableWork } from './works-to-read.ts'

/** Maximum number of works of a step whose citations are followed. */
const MAX_FOLLOWED_WORKS = 3
/** Minimum relevance, 0–3, of such a work. */
const MIN_FOLLOWED_RELEVANCE = 2
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
  const followed = worksToFollow(state(), step)
  if (followed.length === 0) return []
  const query = followed.map(({ title }) => inTitleMarks(title)).join('')
  const call = { call_id: `${step.step_id}-ties`, step_id: step.step_id }
  yield researchEvent('tool.started', { ...call, name: 'citation_ties', query, engines: ['local'] })
  const readIds = new Set(state().read.map(({ source_id }) => source_id))
  const ids = (await tiedIds(ctx, followed)).filter((id) => !readIds.has(id)).slice(0, MAX_TIED_WORKS)
  const found = await findUsable(ctx, ids, constraints)
  yield researchEvent('tool.finished', { ...call, found: found.length, error: null })
  const language = questionLanguage(state().question)
  return found
    .map((each) => readableWork(each, query, language))
    .filter(({ passages }) => passages.length > 0)
}

/** Returns the works of the library that answer a step, most relevant first. */
function worksToFollow({ notes, read }: ResearchState, { step_id }: ResearchStep): ResearchSource[] {
  const stepSources = new Map(
    read.filter(({ step_ids }) => step_ids.includes(step_id)).map((each) => [each.source_id, each]),
  )
  return notes
    .filter(({ relevance }) => relevance >= MIN_FOLLOWED_RELEVANCE)
    .toSorted((a, b) => b.relevance - a.relevance)
    .flatMap(({ source_id }) => stepSources.get(source_id) ?? [])
    .filter(({ paper_id }) => paper_id !== null)
    .slice(0, MAX_FOLLOWED_WORKS)
}

/** Returns the ids of the papers tied to works by citations, each once. */
async function tiedIds(ctx: Context, works: ResearchSource[]): Promise<string[]> {
  const ids: string[] = []
  for (const { paper_id } of works) {
    if (paper_id === null) continue
    const { work } = await requireWork(ctx, paper_id)
    const { cited, citing, coupled } = await findCitationTies(ctx, { id: paper_id, work }, MAX_TIES_OF_A_WORK)
    ids.push(...cited, ...citing, ...coupled.map((each) => each.paper_id))
  }
  return [...new Set(ids)]
}

/** Returns the papers with these ids that are not retracted and within the years of the question. */
async function findUsable(
  ctx: Context,
  ids: string[],
  { year_from, year_to }: ResearchQuestion['constraints'],
): Promise<FoundPaper[]> {
  const papers = await findPapersById(ctx, ids)
  const notices = await lookUpWorks(
    ctx,
    papers.map(({ work }) => work),
  )
  return papers.filter(({ work }, at) => {
    if (standingStatus(work.status, notices[at] ?? null) === 'retracted') return false
    const year = yearOf(work.publish_date)
    return year >= (year_from ?? 0) && year <= (year_to ?? Number.POSITIVE_INFINITY)
  })
}
