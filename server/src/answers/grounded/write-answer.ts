import { phrasePattern } from '../../language/phrases.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import { AnswerFault, type Evidence } from '../../retrieval/index.ts'
import { statusPart } from '../task/notes.ts'
import type { AnswerPart } from '../task/task.ts'
import { type AnswerDraft, recordAnswerParts } from '../verification/judge-citations.ts'
import { askModel } from './ask-model.ts'
import { type EarlierEvidence, NO_EARLIER_EVIDENCE } from './earlier-evidence.ts'
import type { AnswerRun } from './model-run.ts'
import type { PlannedSearch } from './planned-search.ts'
import { DEFAULT_PROMPT_OPTIONS, type PromptOptions } from './prompt.ts'

/** What an answer is written from. */
interface AnswerMaterial {
  evidence: Evidence[]
  earlier: EarlierEvidence
  options: PromptOptions
  search?: PlannedSearch
}

/**
 * Writes an answer that rests on no evidence, such as a translation.
 *
 * @throws AnswerFault `provider_error` when the model writes nothing.
 */
export async function* writeUngrounded(run: AnswerRun): AsyncGenerator<AnswerPart> {
  const material = { evidence: [], earlier: NO_EARLIER_EVIDENCE, options: DEFAULT_PROMPT_OPTIONS }
  const draft = yield* writeAnswerParts(run, { ...material, draft: emptyDraft() })
  if (draft.text.trim() === '') throw new AnswerFault('provider_error', NOTHING_WRITTEN, true)
}

const NOTHING_WRITTEN = '模型没有写出内容，请重试，或换一个模型后再试。'

/** An answer, and in Chinese why it cannot stand as one; null when it can. */
interface AnswerAttempt {
  draft: AnswerDraft
  fault: string | null
}

/**
 * Writes an answer from evidence. A model that fails before its first word, writes nothing or declines is a fault to
 * answer without it; one that fails later is thrown, and what it wrote stays.
 */
export async function* tryToWrite(
  run: AnswerRun,
  material: AnswerMaterial,
): AsyncGenerator<AnswerPart, AnswerAttempt> {
  const draft = emptyDraft()
  try {
    yield* writeAnswerParts(run, { ...material, draft })
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

/** Takes back what a model wrote, with a note that says why quotes answer. */
export function* replaceDraft({ draft, fault }: AnswerAttempt): Generator<AnswerPart> {
  if (draft.text !== '') yield { event: 'revision', data: { start: 0, end: draft.text.length, text: '' } }
  yield statusPart(`${fault}，以下改用原文摘录回答`)
}

const emptyDraft = (): AnswerDraft => ({ text: '', citations: [] })

async function* writeAnswerParts(
  run: AnswerRun,
  material: AnswerMaterial & { draft: AnswerDraft },
): AsyncGenerator<AnswerPart, AnswerDraft> {
  const { ctx, task, nonce, usage, signal } = run
  const { evidence, earlier, options, search, draft } = material
  const concepts = search?.retrieval.concepts ?? []
  const context = { evidence, earlier, options, concepts, nonce, log: ctx.log, usage }
  yield* recordAnswerParts(askModel(task, context, signal), draft)
  return draft
}
