import type { ResearchEvent, ResearchEvidence, ResearchNote } from '@scinav/contract'
import { z } from 'zod'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { estimateTokens, type Passage } from '../../language/text/passages.ts'
import { readableVenue } from '../../library/dictionaries/index.ts'
import { authorNames } from '../../library/papers/index.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { quotePosition, sourceFields } from '../../retrieval/index.ts'
import { packBatches } from '../model/pack-batches.ts'
import {
  type ModelCall,
  parseJsonObject,
  requestValidated,
  UnusableOutput,
  WRONG_FORM,
  withModel,
} from '../model/with-model.ts'
import { questionLanguage } from '../paste/work-names.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { type ResearchStep, toResearchSource } from './search-result.ts'
import type { ReadableWork } from './works-to-read.ts'

/** How long the model may take for the notes of one request, ms. */
const NOTES_TIMEOUT_MS = 120_000
/** Maximum number of works of one request. */
const MAX_WORKS_PER_REQUEST = 9
/** Maximum size of the works of one request. */
const MAX_TOKENS_PER_REQUEST = 6_000
/** Share of the model's context for the works of one request. */
const CONTEXT_SHARE = 0.4
/** Room in the reply for the note on one work. */
const REPLY_TOKENS_PER_WORK = 500
/** Bounds of the length of a sentence that can be cited, in characters. */
const MIN_SENTENCE_CHARS = 8
const MAX_SENTENCE_CHARS = 700
/** Length of the text of one work that is offered to the model, in characters. */
const MAX_WORK_CHARS = 4_000
/** Maximum number of sentences on which a note rests. */
const MAX_NOTE_SENTENCES = 6
/** Number of sentences, from the first, that are taken for a note when the model names none. */
const DEFAULT_SENTENCES = 3
/** Maximum length of a field of a note, in characters. */
const MAX_FIELD_CHARS = 400
const LANGUAGE_NAMES = { zh: 'Chinese', en: 'English' }

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

/** A sentence of a work that the model may cite. */
interface OfferedSentence {
  passage: Passage
  quote: string
}

/** What the model noted on a relevant work, and the sentences on which the note rests. */
interface WorkNote
  extends Pick<ResearchNote, 'relevance' | 'claim' | 'method' | 'data' | 'figures' | 'limits'> {
  work: ReadableWork
  sentences: OfferedSentence[]
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

/** Divides works into as few requests as their number and size allow, equal in number. */
function groupIntoRequests(works: ReadableWork[]): ReadableWork[][] {
  const requests = Math.ceil(works.length / MAX_WORKS_PER_REQUEST)
  return packBatches(works, {
    maxItems: Math.ceil(works.length / requests),
    maxSize: MAX_TOKENS_PER_REQUEST,
    sizeOf: workTokens,
  })
}

/** Estimates the size of the sentences of a work that are offered to the model. */
const workTokens = (work: ReadableWork): number =>
  estimateTokens(
    offeredSentences(work)
      .map(({ quote }) => quote)
      .join(' '),
  )

/** Returns the sentences of a work that can be cited, in the order of its text and within the limit for one work. */
function offeredSentences({ passages }: ReadableWork): OfferedSentence[] {
  let charsLeft = MAX_WORK_CHARS
  return passages
    .flatMap((passage) =>
      passage.sentences.map(({ start, end }) => ({ passage, quote: passage.text.slice(start, end) })),
    )
    .filter(({ quote }) => {
      if (quote.length < MIN_SENTENCE_CHARS || quote.length > MAX_SENTENCE_CHARS) return false
      charsLeft -= quote.length
      return charsLeft >= 0
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
 * Requests notes on the first works that fit into the context of the model, at least one.
 *
 * @returns the notes on those that are relevant, in the order given, and the works that are left for another request.
 * @throws UnusableOutput when no work has a note; ModelFault; TimeoutError.
 */
async function requestNotes(
  call: ModelCall,
  { question, step, language }: { question: string; step: ResearchStep; language: 'zh' | 'en' },
  works: ReadableWork[],
): Promise<{ notes: WorkNote[]; left: ReadableWork[] }> {
  const { model, nonce } = call
  const offered = fitWorks(works, model.context_tokens * CONTEXT_SHARE)
  const tagged = (name: string, text: string) =>
    `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`
  const content = [
    tagged('question', question),
    tagged('step', `${step.title}\n${step.goal}`.trim()),
    ...offered.map((work, at) => workBlock(work, `E${at + 1}`, nonce)),
  ].join('\n\n')
  const { output } = await requestValidated(call, {
    messages: [
      {
        role: 'system',
        content: renderPrompt('research-notes', { language: LANGUAGE_NAMES[language], nonce }),
      },
      { role: 'user', content },
    ],
    max_tokens: offered.length * REPLY_TOKENS_PER_WORK,
    within_ms: NOTES_TIMEOUT_MS,
    read: (text) => parseNotes(text, offered),
  })
  return { notes: output, left: works.slice(offered.length) }
}

/** Returns the first works that fit into a number of tokens, at least one. */
function fitWorks(works: ReadableWork[], maxTokens: number): ReadableWork[] {
  let tokensLeft = maxTokens
  return works.filter((work, at) => {
    tokensLeft -= workTokens(work)
    return at === 0 || tokensLeft >= 0
  })
}

/** Returns the block of a work in the prompt: its record, and its sentences numbered `E1.1`, `E1.2`, …. */
function workBlock(work: ReadableWork, id: string, nonce: string): string {
  const { work: record } = work.found
  const toLine = (text: string) => escapeData(text, nonce).replace(/\s+/g, ' ').trim()
  const [first = ''] = authorNames(record)
  const byline = [first, readableVenue(record), record.publish_date?.slice(0, 4) ?? ''].filter(
    (part) => part !== '',
  )
  const title = work.passages[0]?.heading ?? record.title
  // A straight quotation mark would end the attribute.
  const attribute = (text: string) => toLine(text).replaceAll('"', '”')
  const open = `work-${nonce} id="${id}" title="${attribute(title)}" by="${attribute(byline.join(', '))}"`
  const lines = offeredSentences(work).map(({ quote }, at) => `${id}.${at + 1} ${toLine(quote)}`)
  return `<${open}>\n${lines.join('\n')}\n</work-${nonce}>`
}

/** A field of a note on one line; '' for a value that is no text. */
const fieldShape = z
  .string()
  .transform((text) => stripInvisible(text).replace(/\s+/g, ' ').trim().slice(0, MAX_FIELD_CHARS))
  .catch('')

/** The answer of the model. Only the ids are required: other fields that are missing or malformed become empty. */
const notesShape = z.object({
  notes: z.array(
    z.object({
      id: z.string(),
      relevance: z.coerce.number().int().min(0).max(3).catch(0),
      claim: fieldShape,
      method: fieldShape,
      data: fieldShape,
      figures: fieldShape,
      limits: fieldShape,
      sentences: z.array(z.string()).catch([]),
    }),
  ),
})

/**
 * Parses notes; unknown ids are ignored, and works that have nothing to do with the question (relevance 0)
 * are left out.
 *
 * @throws UnusableOutput when the text has another form, or a note on none of the works.
 */
function parseNotes(text: string, offered: ReadableWork[]): WorkNote[] {
  const { success, data } = notesShape.safeParse(parseJsonObject(text))
  if (!success) throw new UnusableOutput(WRONG_FORM)
  const byId = new Map(data.notes.map((note) => [note.id.trim().toUpperCase(), note]))
  if (!offered.some((_, at) => byId.has(`E${at + 1}`))) throw new UnusableOutput('模型没有记下任何一篇文献')
  return offered.flatMap((work, at) => {
    const note = byId.get(`E${at + 1}`)
    if (!note || note.relevance === 0) return []
    const sentences = offeredSentences(work)
    const named = sentenceNumbers(note.sentences, at + 1)
      .flatMap((number) => sentences[number - 1] ?? [])
      .slice(0, MAX_NOTE_SENTENCES)
    const { id: _id, sentences: _sentences, ...fields } = note
    return [{ ...fields, work, sentences: named.length > 0 ? named : sentences.slice(0, DEFAULT_SENTENCES) }]
  })
}

/** Returns the numbers of the sentences of a work, from 1, that ids such as `E2.4` name, each once. */
function sentenceNumbers(ids: readonly string[], workNumber: number): number[] {
  const numbers = ids.flatMap((id) => {
    // `E2.4` or `2.4`, also in brackets.
    const [, work, sentence] = /^\D{0,3}(\d+)\.(\d+)\D{0,3}$/.exec(id) ?? []
    return Number(work) === workNumber ? [Number(sentence)] : []
  })
  return [...new Set(numbers)]
}
