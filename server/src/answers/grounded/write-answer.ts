import { phrasePattern } from '../../language/phrases.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import { AnswerFault, type Evidence, toPassageHit } from '../../retrieval/index.ts'
import { statusPart } from '../task/notes.ts'
import type { AnswerPart } from '../task/task.ts'
import type { AnswerDraft } from '../verification/cited-claims.ts'
import { recordAnswerParts } from '../verification/judge-citations.ts'
import { askModel } from './ask-model.ts'
import { type EarlierEvidence, NO_EARLIER_EVIDENCE } from './earlier-evidence.ts'
import type { AnswerRun } from './model-run.ts'
import type { PlannedSearch } from './planned-search.ts'
import { DEFAULT_PROMPT_OPTIONS, type PromptOptions } from './prompt.ts'
import { createReplyReader, type ReplyReader } from './reply-reader.ts'

/** What an answer is written from. */
interface AnswerMaterial {
  evidence: Evidence[]
  earlier: EarlierEvidence
  options: PromptOptions
  search: PlannedSearch
  /** Searches in words of the model, best first. */
  searchFurther: (queries: string[]) => Promise<Evidence[]>
}

/** What a model wrote in answer to a question. */
interface AnswerAttempt {
  draft: AnswerDraft
  /** Why the draft is no answer, in Chinese for the reader; null when it is one. */
  fault: string | null
}

/** An answer with the evidence that it was written from. */
export interface WrittenAnswer extends AnswerAttempt {
  evidence: Evidence[]
  /** Questions that may follow, as the model wrote them. */
  questions: string[]
}

/** The most passages that a further search adds, and the most that are offered again with them. */
const MAX_FURTHER_EVIDENCE = 6
const MAX_REPEATED_EVIDENCE = 4

/**
 * Writes an answer from evidence. Where the model asks for a further search instead, what that finds is added, and the
 * model writes once more. A model that fails before its first word, writes nothing or declines is a fault to answer
 * without it; one that fails later is thrown, and what it wrote stays.
 */
export async function* writeAnswer(
  run: AnswerRun,
  material: AnswerMaterial,
): AsyncGenerator<AnswerPart, WrittenAnswer> {
  const reply = createReplyReader()
  const { draft, fault } = yield* tryToWrite(run, material, reply)
  const searches = reply.searches()
  const { further_search } = material.options
  if (searches === null || further_search !== 'offered' || draft.text !== '')
    return { draft, fault, evidence: material.evidence, questions: reply.questions() }
  const evidence = yield* addFurtherEvidence(run, material, searches)
  const options: PromptOptions = { ...material.options, further_search: 'done' }
  const secondReply = createReplyReader()
  const attempt = yield* tryToWrite(run, { ...material, evidence, options }, secondReply)
  return { ...attempt, evidence, questions: secondReply.questions() }
}

/**
 * Searches once more; what is found comes before the first passages of the evidence, which stay, because the evidence was
 * not enough.
 */
async function* addFurtherEvidence(
  { signal }: AnswerRun,
  { evidence, search, searchFurther }: AnswerMaterial,
  queries: string[],
): AsyncGenerator<AnswerPart, Evidence[]> {
  if (queries.length === 0) return evidence
  yield statusPart(`补充检索：${queries.join('；')}`)
  // Of the others the prompt may have had room for none, or for one sentence: what finds them again offers them again.
  const repeated = evidence.slice(0, MAX_REPEATED_EVIDENCE)
  const repeatedIds = new Set(repeated.map(({ passage }) => passage.passage_id))
  const found = await searchFurther(queries)
  signal.throwIfAborted()
  const added = found.filter(({ passage }) => !repeatedIds.has(passage.passage_id))
  const extended = [...added.slice(0, MAX_FURTHER_EVIDENCE), ...repeated]
  yield retrievalPart([...search.queries, ...queries], extended)
  return extended
}

/** Returns the part that shows the reader what evidence was found, and by which queries. */
export function retrievalPart(queries: string[], evidence: Evidence[]): AnswerPart {
  const hits = evidence.map(toPassageHit)
  return { event: 'retrieval', data: { query: queries.join('；'), hits } }
}

/** Has the model write once; a failure before its first word, silence and a refusal are returned as a fault. */
async function* tryToWrite(
  run: AnswerRun,
  material: AnswerMaterial,
  reply: ReplyReader,
): AsyncGenerator<AnswerPart, AnswerAttempt> {
  const draft: AnswerDraft = { text: '', citations: [] }
  try {
    yield* writeAnswerParts(run, { ...material, draft, reply })
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof ModelFault) || draft.text.trim() !== '') throw error
    run.ctx.log.warn({ err: error }, 'an answer is made without its model')
    return { draft, fault: `模型没有回答（${error.message.replace(/。$/, '')}）` }
  }
  if (draft.text.trim() === '') return { draft, fault: '模型没有写出内容' }
  return { draft, fault: isRefusal(draft) ? '模型拒绝回答这个问题' : null }
}

const REFUSAL = phrasePattern('talk/refusal')
/** How far into an answer a refusal is sought, in UTF-16 units. */
const MAX_REFUSAL_CHARS = 160

/** Returns whether a model declines to answer: it says so at once, and cites nothing. */
const isRefusal = ({ text, citations }: AnswerDraft): boolean =>
  citations.length === 0 && REFUSAL.test(text.slice(0, MAX_REFUSAL_CHARS).toLowerCase().replaceAll('’', "'"))

/** Retracts what a model wrote, with a note for the reader on why quotes answer instead. */
export function* replaceDraft({ draft, fault }: AnswerAttempt): Generator<AnswerPart> {
  if (draft.text !== '') yield { event: 'revision', data: { start: 0, end: draft.text.length, text: '' } }
  yield statusPart(`${fault}，以下改用原文摘录回答`)
}

const NOTHING_WRITTEN = '模型没有写出内容，请重试，或换一个模型后再试。'

/**
 * Writes an answer that rests on no evidence, such as a translation.
 *
 * @throws AnswerFault `provider_error` when the model writes nothing.
 */
export async function* writeUngrounded(run: AnswerRun): AsyncGenerator<AnswerPart> {
  const draft: AnswerDraft = { text: '', citations: [] }
  const options = DEFAULT_PROMPT_OPTIONS
  yield* writeAnswerParts(run, { evidence: [], earlier: NO_EARLIER_EVIDENCE, options, draft })
  if (draft.text.trim() === '') throw new AnswerFault('provider_error', NOTHING_WRITTEN, true)
}

/** Has a model write an answer, and records it in `draft`. */
async function* writeAnswerParts(
  { ctx, task, nonce, usage, signal }: AnswerRun,
  {
    draft,
    search,
    ...material
  }: Pick<AnswerMaterial, 'evidence' | 'earlier' | 'options'> &
    Partial<Pick<AnswerMaterial, 'search'>> & { draft: AnswerDraft; reply?: ReplyReader },
): AsyncGenerator<AnswerPart> {
  const concepts = search?.retrieval.concepts ?? []
  const context = { ...material, concepts, nonce, log: ctx.log, usage }
  yield* recordAnswerParts(askModel(task, context, signal), draft)
}
