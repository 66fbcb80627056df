import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { noUsage, type TokenUsage } from '../../models/prompts/index.ts'
import {
  getChatModel,
  getEmbeddingModel,
  modelWithConsent,
  requireConsent,
} from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import { AnswerFault, type Evidence } from '../../retrieval/index.ts'
import { askModel } from '../grounded/ask-model.ts'
import { NO_EARLIER_EVIDENCE } from '../grounded/earlier-evidence.ts'
import { addPlan, searchQuestion } from '../grounded/planned-search.ts'
import { DEFAULT_PROMPT_OPTIONS } from '../grounded/prompt.ts'
import type { AnswerTask } from '../task/task.ts'
import { understandForAnswer } from '../task/understand.ts'
import type { AnswerDraft } from '../verification/cited-claims.ts'
import { recordAnswerParts } from '../verification/judge-citations.ts'

type Compare = typeof api.modelComparison.compare
type ComparedAnswer = OutputOf<Compare>['answers'][number]
type ModelTask = AnswerTask & { model: ChatModel }
type EvidenceContext = Pick<Parameters<typeof askModel>[1], 'evidence' | 'concepts'>

/** Models may be restricted to applications, but none is for this one, so that an operator can compare any two. */
const APPLICATION = 'model_comparison'
/** The most passages that both models answer from. */
const MAX_EVIDENCE = 12
const ANSWER_TIMEOUT_MS = 90_000
const TIMEOUT_MESSAGE = `模型在 ${ANSWER_TIMEOUT_MS / 1_000} 秒内没有写完。`

/**
 * Has two models answer a question from the same evidence, which is found by the rules alone, at the same time. A model
 * that fails is a result, not an error. The tokens count against the caller's day; nothing is stored.
 *
 * @throws AppError `model.not_found`; `model.outside` when the caller has not agreed to a model's host.
 */
export async function compareModels(
  ctx: Context,
  { question, model_ids }: ParsedInputOf<Compare>,
): Promise<OutputOf<Compare>> {
  const models = await Promise.all(model_ids.map((id) => loadModel(ctx, id)))
  const embedding = await modelWithConsent(ctx, await getEmbeddingModel(ctx))
  const tasks = models.map((model): ModelTask => ({ ...libraryTask(question), model, embedding }))
  const { evidence, concepts } = await findEvidence(ctx, tasks)
  if (evidence.length === 0) return { evidence: [], answers: [] }
  const answers = await Promise.all(
    tasks.map((task, at) => answerOnce(ctx, task, model_ids[at] ?? '', { evidence, concepts })),
  )
  return {
    evidence: evidence.map(({ passage: { passage_id, heading, text } }) => ({
      passage_id,
      title: heading,
      text,
    })),
    answers,
  }
}

async function loadModel(ctx: Context, id: string) {
  const model = await getChatModel(ctx, APPLICATION, id)
  if (!model) throw new AppError('model.not_found')
  await requireConsent(ctx, model)
  return model
}

/** Returns the task of a question about the whole library, for no model yet. */
const libraryTask = (question: string): AnswerTask => ({
  question,
  history: [],
  instructions: '',
  grounded: true,
  scope: {
    paper_ids: [],
    dataset_id: null,
    document_ids: [],
    file_ids: [],
    folder_ids: [],
    tag_ids: [],
    engines: [],
  },
  general_knowledge: false,
  model: null,
  embedding: null,
  rerank: null,
  tools: [],
  approve: () => Promise.resolve(false),
})

/** Finds the evidence for both models. If one of them is external, this is only text that may leave the institution. */
async function findEvidence(ctx: Context, tasks: ModelTask[]): Promise<EvidenceContext> {
  const strictest = tasks.find(({ model }) => model.external) ?? tasks[0]
  if (!strictest) return { evidence: [], concepts: [] }
  const { question } = strictest
  const { text, constraints, negated } = await understandForAnswer(ctx, { question, without_chips: [] })
  const asked = { question: text, earlier: [], constraints, negated }
  const { signal } = ctx.stream
  const retrieval = await searchQuestion(ctx, strictest, asked, signal)
  const { candidates } = await addPlan(ctx, strictest, { asked, retrieval, plan: null }, signal)
  return { evidence: candidates.slice(0, MAX_EVIDENCE) satisfies Evidence[], concepts: retrieval.concepts }
}

/** Has a model answer, and measures its time and tokens; a failure is returned as `problem`. */
async function answerOnce(
  ctx: Context,
  task: ModelTask,
  model_id: string,
  found: EvidenceContext,
): Promise<ComparedAnswer> {
  const began = performance.now()
  const elapsedMs = () => Math.round(performance.now() - began)
  const usage: TokenUsage = noUsage()
  const draft: AnswerDraft = { text: '', citations: [] }
  const { model, measures } = measureModel(task.model, elapsedMs)
  const context = {
    ...found,
    earlier: NO_EARLIER_EVIDENCE,
    options: DEFAULT_PROMPT_OPTIONS,
    usage,
    nonce: ctx.newId().slice(-10),
    log: ctx.log,
  }
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const signal = AbortSignal.any([ctx.stream.signal, timeout])
  let problem: string | null = null
  try {
    // The parts themselves are not needed: reading them to the end fills `draft`.
    for await (const _ of recordAnswerParts(askModel({ ...task, model }, context, signal), draft));
  } catch (error) {
    ctx.stream.signal.throwIfAborted()
    problem = problemOf(error, timeout)
  }
  const { name } = task.model
  const { text: answer, citations } = draft
  return { model_id, name, answer, citations, ...measures, ...usage, took_ms: elapsedMs(), problem }
}

/** Wraps a model so that `measures` counts its requests and takes the time of its first word. */
function measureModel(model: ChatModel, elapsedMs: () => number) {
  /** `first_word_ms` stays null when the model writes nothing. */
  const measures = { calls: 0, first_word_ms: null as number | null }
  const stream: ChatModel['stream'] = async function* (request, signal) {
    measures.calls += 1
    for await (const part of model.stream(request, signal)) {
      if (part.type === 'text') measures.first_word_ms ??= elapsedMs()
      yield part
    }
  }
  return { model: { ...model, stream }, measures }
}

/** Returns the message for the operator when the model failed or took too long, and rethrows any other error. */
function problemOf(error: unknown, timeout: AbortSignal): string {
  if (error instanceof ModelFault || error instanceof AnswerFault) return error.message
  if (timeout.aborted) return TIMEOUT_MESSAGE
  throw error
}
