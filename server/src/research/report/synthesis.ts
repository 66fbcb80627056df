import {
  RESEARCH_DEPTHS,
  type ResearchEvent,
  type ResearchEvidence,
  type ResearchState,
  type ResearchSynthesis,
} from '@scinav/contract'
import { renderPrompt } from '../../models/prompts/index.ts'
import type { ModelCall } from '../model/model-call.ts'
import { LANGUAGE_NAMES, taggedData } from '../model/prompt-parts.ts'
import { requestValidated } from '../model/request-validated.ts'
import { withModel } from '../model/with-model.ts'
import { questionLanguage } from '../paste/work-names.ts'
import { MIN_REPORT_SOURCES, type Research, researchEvent } from '../run/research.ts'
import { REPORT_FRAMES } from './frames.ts'
import { offerWorks, workBlocks } from './offered-works.ts'
import { parseSynthesis } from './parse-synthesis.ts'

/** How long the model may take for the synthesis, ms. */
const SYNTHESIS_TIMEOUT_MS = 180_000
/** Bounds the reply of the model. */
const MAX_SYNTHESIS_TOKENS = 6_000
/** Maximum number of sentences of a work that the model compares. */
const MAX_SENTENCES_PER_WORK = 3
/** Room for a work in the prompt, for its note and its sentences. */
const TOKENS_PER_WORK = 350
/** Largest share of the model's context that the works may take. */
const CONTEXT_SHARE = 0.5

/** Returns whether a run has notes on enough works for a report that compares them. */
export const isSurvey = ({ engine, notes }: Pick<ResearchState, 'engine' | 'notes'>): boolean =>
  engine === 'model' && new Set(notes.map(({ source_id }) => source_id)).size >= MIN_REPORT_SOURCES

/** Compares the works that were read and decides the outline: by the model, else from the notes and the plan. */
export async function* synthesize(research: Research): AsyncGenerator<ResearchEvent> {
  const { state } = research
  const task = { task: 'synthesis' as const, about: 'synthesis', title: '' }
  const byModel = yield* withModel(research, task, (call) => requestSynthesis(call, state()))
  yield researchEvent('synthesis.ready', { synthesis: byModel ?? synthesisFromNotes(state()) })
}

/**
 * Returns the evidence of the notes, most relevant works first; of equally relevant ones, the steps take
 * turns.
 */
export function notedEvidence({
  notes,
  evidence,
}: Pick<ResearchState, 'notes' | 'evidence'>): ResearchEvidence[] {
  const byId = new Map(evidence.map((each) => [each.evidence_id, each]))
  const groups = Map.groupBy(notes, ({ step_id, relevance }) => `${relevance} ${step_id}`)
  return [...groups.values()]
    .flatMap((group) => group.map((note, turn) => ({ note, turn })))
    .toSorted((a, b) => b.note.relevance - a.note.relevance || a.turn - b.turn)
    .flatMap(({ note: { evidence_ids } }) => evidence_ids.flatMap((id) => byId.get(id) ?? []))
}

/**
 * Requests a synthesis of the works that were read.
 *
 * @throws UnusableOutput without a usable outline; ModelFault; TimeoutError.
 */
async function requestSynthesis(call: ModelCall, state: ResearchState): Promise<ResearchSynthesis> {
  const { model, nonce } = call
  const { works_compared, works_a_section, table_rows, body_sections } = RESEARCH_DEPTHS[state.depth]
  const offered = offerWorks(state, notedEvidence(state), {
    works: works_compared,
    sentences_a_work: MAX_SENTENCES_PER_WORK,
    tokens: Math.min(works_compared * TOKENS_PER_WORK, model.context_tokens * CONTEXT_SHARE),
  })
  const tagged = (name: string, text: string) => taggedData(name, text, nonce)
  const language = questionLanguage(state.question)
  const values = {
    language: LANGUAGE_NAMES[language],
    sections: String(body_sections),
    works: String(works_a_section),
    rows: String(table_rows),
    nonce,
  }
  const { output } = await requestValidated(call, {
    messages: [
      { role: 'system', content: renderPrompt('research-synthesis', values) },
      {
        role: 'user',
        content: [
          tagged('question', state.question),
          tagged('steps', state.steps.map(({ title, goal }) => `${title}: ${goal}`).join('\n')),
          workBlocks(offered, state, nonce),
        ].join('\n\n'),
      },
    ],
    max_tokens: MAX_SYNTHESIS_TOKENS,
    within_ms: SYNTHESIS_TIMEOUT_MS,
    read: (text) => parseSynthesis(text, offered, state),
  })
  return output
}

/** Sets the notes side by side without a model: a row for each work, and a section for each step. */
function synthesisFromNotes(state: ResearchState): ResearchSynthesis {
  const { notes, steps, read, depth } = state
  const frame = REPORT_FRAMES[questionLanguage(state.question)]
  const ranked = notes.toSorted((a, b) => b.relevance - a.relevance)
  const { body_sections, table_rows } = RESEARCH_DEPTHS[depth]
  const rows = ranked.slice(0, table_rows).map((note) => ({
    label: read.find(({ source_id }) => source_id === note.source_id)?.title ?? '',
    cells: [note.method, note.data, note.claim, note.limits].map((text) => ({
      text,
      evidence_ids: text === '' ? [] : note.evidence_ids.slice(0, 1),
    })),
  }))
  const outline = steps.flatMap(({ step_id, title, goal }) => {
    const source_ids = ranked.flatMap((note) => (note.step_id === step_id ? [note.source_id] : []))
    return source_ids.length > 0 ? [{ title, purpose: goal, source_ids }] : []
  })
  const { method, data, result, limitation } = frame.aspects
  return {
    made_by: 'notes',
    table: { label: frame.source, dimensions: [method, data, result, limitation], rows },
    agreements: [],
    disagreements: [],
    gaps: [],
    outline: outline.slice(0, body_sections),
  }
}
