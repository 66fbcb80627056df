import { authorNames, type ResearchNote } from '@scinav/contract'
import { z } from 'zod'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { readableVenue } from '../../library/dictionaries/index.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import { type ModelCall, UnusableOutput, WRONG_FORM } from '../model/model-call.ts'
import { LANGUAGE_NAMES, taggedData } from '../model/prompt-parts.ts'
import { parseJsonObject, requestValidated } from '../model/request-validated.ts'
import { type OfferedSentence, offeredSentences, workTokens } from './offered-sentences.ts'
import type { ResearchStep } from './search-result.ts'
import type { ReadableWork } from './works-to-read.ts'

/** How long the model may take for the notes of one request, ms. */
const NOTES_TIMEOUT_MS = 120_000
/** Share of the model's context for the works of one request. */
const CONTEXT_SHARE = 0.4
/** Room in the reply for the note on one work. */
const REPLY_TOKENS_PER_WORK = 500

/** What the model noted on a relevant work, and the sentences on which the note rests. */
export interface WorkNote
  extends Pick<ResearchNote, 'relevance' | 'claim' | 'method' | 'data' | 'figures' | 'limits'> {
  work: ReadableWork
  sentences: OfferedSentence[]
}

/**
 * Requests notes on the first works that fit into the context of the model, at least one.
 *
 * @returns the notes on those that are relevant, in the order given, and the works that are left for another request.
 * @throws UnusableOutput when no work has a note; ModelFault; TimeoutError.
 */
export async function requestNotes(
  call: ModelCall,
  { question, step, language }: { question: string; step: ResearchStep; language: 'zh' | 'en' },
  works: ReadableWork[],
): Promise<{ notes: WorkNote[]; left: ReadableWork[] }> {
  const { model, nonce } = call
  const offered = fitWorks(works, model.context_tokens * CONTEXT_SHARE)
  const tagged = (name: string, text: string) => taggedData(name, text, nonce)
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

/** Maximum length of a field of a note, in characters. */
const MAX_FIELD_CHARS = 400

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

/** Maximum number of sentences on which a note rests. */
const MAX_NOTE_SENTENCES = 6
/** Number of sentences, from the first, that are taken for a note when the model names none. */
const DEFAULT_SENTENCES = 3

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
