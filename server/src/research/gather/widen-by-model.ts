import type { ResearchEvent } from '@scinav/contract'
import { inTitleMarks } from '@scinav/contract/quoted'
import { yearOf } from '@scinav/search'
import { z } from 'zod'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { findCitationTies, requireWork } from '../../library/papers/index.ts'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import { findPapersById } from '../../retrieval/index.ts'
import {
  parseJsonObject,
  requestValidated,
  UnusableOutput,
  WRONG_FORM,
  withModel,
} from '../model/with-model.ts'
import { questionLanguage } from '../paste/work-names.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import type { ResearchStep } from './search-result.ts'
import { type ReadableWork, readableWork } from './works-to-read.ts'

const WIDEN_TIMEOUT_MS = 30_000
const MAX_WIDEN_TOKENS = 300
const MAX_QUERIES = 3
const MAX_QUERY_CHARS = 160
/** Maximum number of found titles that the model is shown. */
const MAX_TITLES = 12

const queriesShape = z.object({
  queries: z.array(
    z
      .string()
      .transform((text) => stripInvisible(text).replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY_CHARS)),
  ),
})

/** Asks the model for other searches of a step that found too few works; none where it has none or fails. */
export async function* requestOtherQueries(
  research: Research,
  step: ResearchStep,
): AsyncGenerator<ResearchEvent, string[]> {
  const { question, read } = research.state()
  const tried = research.state().steps.find(({ step_id }) => step_id === step.step_id)?.searches ?? []
  const titles = read.filter(({ step_ids }) => step_ids.includes(step.step_id)).slice(0, MAX_TITLES)
  const task = { task: 'widen' as const, about: step.step_id, title: step.title }
  const queries = yield* withModel(research, task, async (call) => {
    const { nonce } = call
    const tagged = (name: string, text: string) =>
      `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`
    const { output } = await requestValidated(call, {
      messages: [
        { role: 'system', content: renderPrompt('research-widen', { nonce }) },
        {
          role: 'user',
          content: [
            tagged('question', question),
            tagged('step', `${step.title}\n${step.goal}`.trim()),
            tagged('tried', tried.map(({ query, found }) => `${query}: ${found ?? 0} passages`).join('\n')),
            tagged('found', titles.map(({ title }) => title).join('\n')),
          ].join('\n\n'),
        },
      ],
      max_tokens: MAX_WIDEN_TOKENS,
      within_ms: WIDEN_TIMEOUT_MS,
      read: (text) => {
        const { success, data } = queriesShape.safeParse(parseJsonObject(text))
        if (!success) throw new UnusableOutput(WRONG_FORM)
        return data.queries
      },
    })
    return output
  })
  const known = new Set(tried.map(({ query }) => query))
  return [...new Set(queries ?? [])]
    .filter((query) => query !== '' && !known.has(query))
    .slice(0, MAX_QUERIES)
}

/** Maximum number of works whose citations are followed, and of works taken from them for one step. */
const MAX_TIED_WORKS = 3
const MAX_TIES_OF_A_WORK = 8
const MAX_TIES = 12

/**
 * Returns works of the library that the best works of a step cite, are cited by, or share references with. None where
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
    .slice(0, MAX_TIED_WORKS)
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
  const fresh = [...new Set(ids)].filter((id) => !seen.has(id)).slice(0, MAX_TIES)
  const { year_from = 0, year_to = Number.POSITIVE_INFINITY } = constraints
  const language = questionLanguage(state().question)
  const tied = await findPapersById(ctx, fresh)
  const notices = await lookUpWorks(
    ctx,
    tied.map(({ work }) => work),
  )
  const found = tied.filter(({ work }, at) => {
    if (standingStatus(work.status, notices[at] ?? null) === 'retracted') return false
    const year = yearOf(work.publish_date)
    return year >= (year_from ?? 0) && year <= (year_to ?? Number.POSITIVE_INFINITY)
  })
  yield researchEvent('tool.finished', { ...call, found: Math.min(found.length, MAX_TIES), error: null })
  return found
    .map((each) => readableWork(each, query, language))
    .filter(({ passages }) => passages.length > 0)
}
