import { RESEARCH_DEPTHS, type ResearchEvent } from '@scinav/contract'
import { type Research, researchEvent } from '../run/research.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { readWorks } from './read-works.ts'
import { relevantEvidence } from './relevant.ts'
import { type ResearchStep, toResearchSource } from './search-result.ts'
import { stepOutcome, widerSearchNote } from './step-outcome.ts'
import { distinctPassages } from './step-passages.ts'
import { runSearch, runWiderQueries, type StepContext, type StepSearch } from './step-search.ts'
import { findTiedWorks } from './tied-works.ts'
import { requestOtherQueries } from './widen-by-model.ts'
import { type ReadableWork, workKey, worksToRead } from './works-to-read.ts'
import { pivotYear } from './years.ts'

/** A step that found fewer works that answer a part of the question searches again with other words. */
const MIN_STEP_WORKS = 5

/** From this relevance on, 0–3, a note counts as answering a part of the question. */
const MIN_ANSWERING_RELEVANCE = 2

/**
 * Has the model read the works that a step found. A step that found too few works searches again, with other words and
 * along citations. Works of requests that failed are quoted by rules.
 */
export async function* readByModel(
  context: StepContext,
  planned: StepSearch[],
): AsyncGenerator<ResearchEvent> {
  const { research, step, question } = context
  const { step_id } = step
  const { state } = research
  const { works_a_step: maxWorks } = RESEARCH_DEPTHS[state().depth]
  // The searches of the plan, followed by those that widen it.
  const searches = [...planned]
  const unread = yield* readFoundWorks(context, searches, { maxWorks, round: '' })
  if (countAnswering(research, step) < MIN_STEP_WORKS && unread.length === 0) {
    searches.push(...(yield* runWiderQueries(context, planned)))
    for (const words of yield* requestOtherQueries(research, step))
      searches.push(yield* runSearch(context, words, searches.length))
    unread.push(
      ...(yield* readFoundWorks(context, searches.slice(planned.length), { maxWorks, round: '-wider' })),
    )
    const tied = (yield* findTiedWorks(research, step, question)).slice(0, maxWorks)
    unread.push(...(yield* readWorks(research, step, tied, '-ties')))
  }
  if (unread.length > 0) yield* quoteUnread(context, searches, unread)
  const workCount = state().read.filter(({ step_ids }) => step_ids.includes(step_id)).length
  const widerQueries = searches.slice(planned.length).map(({ query }) => query)
  const note = widerSearchNote(widerQueries, question.language)
  yield researchEvent('step.finished', { step_id, ...stepOutcome(searches, workCount, note) })
}

/**
 * Reads the works of searches that no step has read yet; a work that was read counts for this step as well.
 *
 * @param round tells the readings of one step apart, as in `readWorks`.
 * @returns the works that the model failed to read.
 */
async function* readFoundWorks(
  { research, step, question }: StepContext,
  searches: StepSearch[],
  { maxWorks, round }: { maxWorks: number; round: string },
): AsyncGenerator<ResearchEvent, ReadableWork[]> {
  const { step_id } = step
  const { notes, read } = research.state()
  // A work without a note was only quoted by rules, and may still be read.
  const notedIds = new Set(notes.map(({ source_id }) => source_id))
  const readable = searches.flatMap(({ query, found, terms }) => {
    if (!found) return []
    const relevant = new Set(relevantEvidence(found, question.textWithNames, terms))
    return [
      { query, result: found, isRelevant: (each: (typeof found.evidence)[number]) => relevant.has(each) },
    ]
  })
  const foundIds = new Set(
    readable.flatMap(({ result }) => result.evidence.map(({ source_id }) => source_id)),
  )
  for (const source of read) {
    const { step_ids, looked: _looked, ...record } = source
    const isFoundAgain = notedIds.has(source.source_id) && foundIds.has(source.source_id)
    if (isFoundAgain && !step_ids.includes(step_id))
      yield researchEvent('source.added', { step_id, source: record })
  }
  const { language } = question
  const knownKeys = new Set(read.flatMap((each) => (notedIds.has(each.source_id) ? [workKey(each)] : [])))
  const works = worksToRead(readable, { maxWorks, language, knownKeys })
  return yield* readWorks(research, step, works, round)
}

/** Returns the number of works of a step that answer a part of the question. */
function countAnswering({ state }: Research, { step_id }: ResearchStep): number {
  const { notes, read } = state()
  const ofStep = read.filter(({ step_ids }) => step_ids.includes(step_id))
  const idsOfStep = new Set(ofStep.map(({ source_id }) => source_id))
  return notes.filter(
    ({ source_id, relevance }) => relevance >= MIN_ANSWERING_RELEVANCE && idsOfStep.has(source_id),
  ).length
}

/**
 * Chooses sentences by rules from works that the model did not read, and emits them after the evidence of the
 * step.
 */
async function* quoteUnread(
  { research, step, question }: StepContext,
  searches: StepSearch[],
  unread: ReadableWork[],
): AsyncGenerator<ResearchEvent> {
  const { textWithNames, language, named } = question
  const ids = new Set(unread.map(({ found }) => found.source_id))
  const passages = distinctPassages(searches, textWithNames).filter(({ evidence }) =>
    ids.has(evidence.source_id),
  )
  const sources = new Map(passages.map(({ evidence }) => [evidence.source_id, evidence]))
  for (const each of sources.values())
    yield researchEvent('source.added', { step_id: step.step_id, source: toResearchSource(each, language) })
  const state = research.state()
  const selection = { state, step, passages, pivot: pivotYear(state, named) }
  const existingCount = state.evidence.filter(({ step_id }) => step_id === step.step_id).length
  for (const [at, each] of (await chooseEvidence(selection)).entries())
    yield researchEvent('evidence.added', {
      evidence: { ...each, evidence_id: `${step.step_id}-e${existingCount + at + 1}` },
    })
}
