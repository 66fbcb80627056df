import type { ResearchEvent, ResearchEvidence } from '@scinav/contract'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { quotePosition, sourceFields } from '../../retrieval/index.ts'
import { packBatches } from '../model/pack-batches.ts'
import { withModel } from '../model/with-model.ts'
import { questionLanguage } from '../paste/work-names.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { workTokens } from './offered-sentences.ts'
import { requestNotes, type WorkNote } from './request-notes.ts'
import { type ResearchStep, toResearchSource } from './search-result.ts'
import type { ReadableWork } from './works-to-read.ts'

/**
 * Has the model read works for a step, several per request, and emits each relevant work as a source with the sentences
 * and the note that the report is written from.
 *
 * @param round tells the readings of one step apart in the ids of their requests: '' for the first, `-wider`, `-ties`.
 * @returns the works of requests that failed, which the caller quotes by rules.
 */
export async function* readWorks(
  research: Research,
  step: ResearchStep,
  works: ReadableWork[],
  round: string,
): AsyncGenerator<ResearchEvent, ReadableWork[]> {
  const language = questionLanguage(research.state().question)
  const unread: ReadableWork[] = []
  const requests = groupIntoRequests(works)
  for (const [at, batch] of requests.entries()) {
    const about = `${step.step_id}${round}${at > 0 ? `-${at + 1}` : ''}`
    const task = { task: 'notes' as const, about, title: step.title }
    const reading = yield* withModel(research, task, async (call) => {
      if (call.model.external) await requireExternalModelAllowed(research, batch)
      return requestNotes(call, { question: research.state().question, step, language }, batch)
    })
    if (!reading) {
      unread.push(...batch)
      continue
    }
    // Works that did not fit into the request are read next.
    if (reading.left.length > 0) requests.splice(at + 1, 0, reading.left)
    for (const note of reading.notes) {
      yield researchEvent('source.added', {
        step_id: step.step_id,
        source: toResearchSource(note.work.found, language),
      })
      yield* emitNote(research, step, note)
    }
  }
  return unread
}

/** Maximum number of works of one request. */
const MAX_WORKS_PER_REQUEST = 9
/** Maximum size of the works of one request. */
const MAX_TOKENS_PER_REQUEST = 6_000

/** Divides works into as few requests as their number and size allow, equal in number. */
function groupIntoRequests(works: ReadableWork[]): ReadableWork[][] {
  const requests = Math.ceil(works.length / MAX_WORKS_PER_REQUEST)
  return packBatches(works, {
    maxItems: Math.ceil(works.length / requests),
    maxSize: MAX_TOKENS_PER_REQUEST,
    sizeOf: workTokens,
  })
}

/**
 * Checks again that the knowledge bases of the works are open to external models.
 *
 * @throws AppError `model.closed`.
 */
async function requireExternalModelAllowed({ ctx }: Research, works: ReadableWork[]): Promise<void> {
  const ids = [...new Set(works.flatMap(({ found }) => found.file?.document_id ?? []))]
  if (ids.length > 0 && !(await areOpenToModels(ctx, ids))) throw new AppError('model.closed')
}

/**
 * Emits the sentences of a note as evidence of the step, except those that are evidence already, and the
 * note.
 */
function* emitNote(
  { state }: Research,
  { step_id }: ResearchStep,
  { work, sentences, relevance, claim, method, data, figures, limits }: WorkNote,
): Generator<ResearchEvent> {
  const { found, query } = work
  const evidence_ids: string[] = []
  for (const { passage, quote } of sentences) {
    const isQuoted = state().evidence.some(
      (each) => each.passage_id === passage.passage_id && each.quote === quote,
    )
    if (isQuoted) continue
    const count = state().evidence.filter((each) => each.step_id === step_id).length
    const evidence: ResearchEvidence = {
      evidence_id: `${step_id}-e${count + 1}`,
      step_id,
      source_id: found.source_id,
      query,
      aspect: null,
      ...sourceFields({ ...found, passage }),
      ...quotePosition(passage, quote),
      quote,
    }
    evidence_ids.push(evidence.evidence_id)
    yield researchEvent('evidence.added', { evidence })
  }
  const { source_id } = found
  const fields = { claim, method, data, figures, limits }
  yield researchEvent('note.added', { note: { source_id, step_id, relevance, ...fields, evidence_ids } })
}
