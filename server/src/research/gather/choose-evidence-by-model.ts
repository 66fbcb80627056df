import { RESEARCH_LIMITS, type ResearchEvent, type ResearchEvidence } from '@scinav/contract'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import { readQuestion } from '../../language/question/question.ts'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { type ModelCall, requestValidated, UnusableOutput, withModel } from '../model/with-model.ts'
import type { Research } from '../run/research.ts'
import {
  type EvidenceCandidate,
  type EvidenceSelection,
  findNewCandidates,
  limitPerSource,
  toResearchEvidence,
} from './choose-evidence.ts'

/** A sentence chosen by the model, with its note on what the sentence states. */
type NotedCandidate = EvidenceCandidate & { note: string }

const NOTES_TIMEOUT_MS = 60_000
const MAX_NOTES_TOKENS = 900
/** Maximum number of sentences offered to the model. */
const MAX_SENTENCES = 60
/** Share of the model's context for the sentences; one token is counted as one character. */
const CONTEXT_SHARE = 0.6
const MAX_NOTE_CHARS = 200
const LANGUAGE_NAMES = { zh: 'Chinese', en: 'English' }

/**
 * Chooses evidence from the passages of a step with the model, which returns sentence numbers with notes; quotations
 * are always taken from the source.
 *
 * @returns null when no model is used or there is nothing to choose from.
 */
export async function* chooseEvidenceByModel(
  research: Research,
  selection: EvidenceSelection,
): AsyncGenerator<ResearchEvent, ResearchEvidence[] | null> {
  const { state, step, passages } = selection
  if (state.engine !== 'model' || passages.length === 0) return null
  const candidates = (await findNewCandidates(selection)).toSorted((a, b) => b.score - a.score)
  if (candidates.length === 0) return null
  const task = { task: 'notes' as const, about: step.step_id, title: step.title }
  const noted = yield* withModel(research, task, async (call) => {
    if (call.model.external) await requireExternalModelAllowed(research, candidates)
    return requestNotes(call, selection, candidates)
  })
  if (!noted) return null
  const chosen = limitPerSource(noted).slice(0, RESEARCH_LIMITS.evidence_a_step)
  return chosen.map((each, at) => ({
    ...toResearchEvidence(each, step, at),
    ...(each.note && { note: each.note }),
  }))
}

/**
 * Checks again that the knowledge bases of the candidates are open to external models.
 *
 * @throws AppError `model.closed`.
 */
async function requireExternalModelAllowed(
  { ctx }: Research,
  candidates: EvidenceCandidate[],
): Promise<void> {
  const ids = [...new Set(candidates.flatMap(({ evidence }) => evidence.file?.document_id ?? []))]
  if (ids.length > 0 && !(await areOpenToModels(ctx, ids))) throw new AppError('model.closed')
}

async function requestNotes(
  call: ModelCall,
  { state, step }: EvidenceSelection,
  candidates: EvidenceCandidate[],
): Promise<NotedCandidate[]> {
  const { model, nonce } = call
  const offered = fitCandidates(candidates, model.context_tokens * CONTEXT_SHARE)
  const values = {
    language: LANGUAGE_NAMES[readQuestion(state.question).language],
    most: String(RESEARCH_LIMITS.evidence_a_step),
    nonce,
  }
  const tagged = (name: string, text: string) =>
    `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`
  const content = [
    tagged('question', state.question),
    tagged('step', `${step.title}\n${step.goal}`.trim()),
    ...sourceBlocks(offered, nonce),
  ].join('\n\n')
  const { output } = await requestValidated(call, {
    messages: [
      { role: 'system', content: renderPrompt('research-notes', values) },
      { role: 'user', content },
    ],
    max_tokens: MAX_NOTES_TOKENS,
    within_ms: NOTES_TIMEOUT_MS,
    read: (text) => parseNotes(text, offered),
  })
  return output
}

/** Returns the best sentences that fit into the limit of characters, grouped by source. */
function fitCandidates(candidates: EvidenceCandidate[], maxChars: number): EvidenceCandidate[] {
  let left = maxChars
  const fitting = candidates.slice(0, MAX_SENTENCES).filter(({ quote }) => {
    left -= quote.length
    return left >= 0
  })
  return [...Map.groupBy(fitting, ({ evidence }) => evidence.source_id).values()].flat()
}

/** Returns a block of the prompt per source, with its sentences numbered `S1`, `S2`, … in the order offered. */
function sourceBlocks(offered: EvidenceCandidate[], nonce: string): string[] {
  const plain = (text: string) => escapeData(text, nonce).replace(/\s+/g, ' ')
  const numbered = offered.map((each, at) => ({ each, line: `S${at + 1} ${plain(each.quote)}` }))
  const bySource = Map.groupBy(numbered, ({ each }) => each.evidence.source_id)
  return [...bySource.values()].map((sentences) => {
    const title = plain(sentences[0]?.each.evidence.passage.heading ?? '').replaceAll('"', '”')
    const lines = sentences.map(({ line }) => line).join('\n')
    return `<source-${nonce} title="${title}">\n${lines}\n</source-${nonce}>`
  })
}

/**
 * Parses lines of the form `S7: note`; unknown sentence numbers are ignored.
 *
 * @throws UnusableOutput when no sentence was chosen.
 */
function parseNotes(text: string, offered: EvidenceCandidate[]): NotedCandidate[] {
  const noted = new Map<number, NotedCandidate>()
  for (const line of stripInvisible(text).split('\n')) {
    const [whole, digits] = /^[ \t*-]{0,6}S(\d{1,3})[ \t]?[:：.)]/.exec(line) ?? []
    const candidate = offered[Number(digits) - 1]
    if (whole === undefined || !candidate || noted.has(Number(digits))) continue
    const note = line.slice(whole.length).replace(/\s+/g, ' ').trim().slice(0, MAX_NOTE_CHARS)
    noted.set(Number(digits), { ...candidate, note })
  }
  if (noted.size === 0) throw new UnusableOutput('模型没有选出可用的原句')
  return [...noted.values()]
}
