import type { Intent } from '../language/question/intent.ts'
import { readQuestion } from '../language/question/question.ts'
import { paperTitles } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import { ModelFault } from '../platform/providers/models/fault.ts'
import type { ChatModel } from '../platform/providers/models/port.ts'
import { AnswerFault, type Evidence, evidenceScope, foundPassage } from '../retrieval/index.ts'
import { answeredFollowUps } from './answerable.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { type EarlierEvidence, earlierEvidence, NOTHING_EARLIER } from './earlier-evidence.ts'
import { askModel } from './grounded.ts'
import { judged, remembering, type Spoken } from './judge.ts'
import { notTold } from './not-told.ts'
import { makePlan, type Plan } from './plan.ts'
import { onlyWords, shownWith, wantedOf } from './plan-wanted.ts'
import { type PlannedSearch, searchPlanned } from './planned-search.ts'
import { PLAIN, type Wanted } from './prompt.ts'
import { revisions } from './revise.ts'
import { nothingFound } from './showing/nothing-found.ts'
import type { AnswerPart, AnswerTask } from './task.ts'
import { understandAsked } from './understand-asked.ts'
import { noUsage, type Usage } from './whole-text.ts'

type Task = AnswerTask & { model: ChatModel }

/** One answer while it is made. */
interface Making {
  ctx: Context
  task: Task
  nonce: string
  usage: Usage
  signal: AbortSignal
  /** Why the last step that failed did, where its reader may know. */
  reason: string | null
}

const CLOSED =
  '这个知识库不允许把内容发送给外部模型，请改用本地模型，或选择不使用模型；知识库的管理者可以在「更多操作」里打开「外部模型」。'
const GENERAL = '未找到相关文献：以下由模型凭通用知识回答，请核实'
const NO_PLAN = '模型没有给出可用的检索计划，已按规则检索'
const NO_CHOICE = '模型没有挑选证据，已按检索次序选用'
const NO_RERANK = '重排序暂不可用，已按检索次序'
const BY_RULES = '这一步没有用模型'
const MOST_EVIDENCE = 12
/** What the question found by itself stays among the evidence where nobody judged it. */
const OWN = 6
/** What a plan says is told already is still looked for, a little. */
const BESIDE_EARLIER = 4

/**
 * Has a model answer from the library: it says what to look up, what of the hits helps, and answers from that; what its
 * sources do not say goes back to it once. Each step but the answer itself is left out where it fails.
 *
 * @throws AnswerFault, ModelFault; the signal's reason.
 */
export async function* answerWithModel(
  ctx: Context,
  task: Task,
  intent: Intent,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const making: Making = { ctx, task, nonce: ctx.newId().slice(-10), usage: noUsage(), signal, reason: null }
  if (!task.grounded) return yield* write(making, { evidence: [], earlier: NOTHING_EARLIER, wanted: PLAIN })
  await requireOpen(making)
  const { question, earlier: before } = askedOf(task, intent)
  const { text, constraints, negated, shown } = await understandAsked(ctx, {
    question,
    without_chips: task.without_chips ?? [],
  })
  const plan = intent === 'question' ? yield* planned(making) : null
  yield { event: 'understood', data: shownWith(shown, plan) }
  const search = await searchPlanned(
    ctx,
    task,
    { question: text, earlier: before, constraints, negated, plan },
    signal,
  )
  for (const note of search.retrieval.notes) yield status(note)
  const earlier = await earlierEvidence(ctx, task.history, search.retrieval.concepts)
  const evidence = yield* evidenceFor(making, search, { plan, earlier, intent })
  yield retrievalPart(search, evidence)
  if (evidence.length > 0) for (const note of notTold(negated, search.retrieval, evidence)) yield status(note)
  const only_words = onlyWords(intent, plan, evidence)
  if (evidence.length === 0 && !only_words && !task.general_knowledge && task.tools.length === 0)
    return yield {
      event: 'delta',
      data: { text: nothingFound(search.retrieval.question.language, search.queries) },
    }
  if (evidence.length === 0 && task.general_knowledge && !only_words) yield status(GENERAL)
  const wanted = wantedOf(task, plan, search, only_words)
  const spoken = yield* write(making, { evidence, earlier, wanted, search })
  if (evidence.length > 0) yield await suggestionsPart(making, search, evidence)
  yield* checked(making, spoken, [...evidence, ...earlier.evidence], search)
}

/** Before anything of it goes to a model or a tool outside. */
async function requireOpen({ ctx, task }: Making): Promise<void> {
  if (!task.model.external && task.tools.length === 0) return
  if ((await evidenceScope(ctx, task.scope, true)).closed)
    throw new AnswerFault('provider_error', CLOSED, false)
}

async function* planned(making: Making): AsyncGenerator<AnswerPart, Plan | null> {
  const { ctx, task, nonce, usage, signal } = making
  const titles = await paperTitles(ctx, task.scope.paper_ids)
  const asked = { task, chosen: [...titles.values()], now: ctx.now(), nonce }
  const plan = await trying(making, () => makePlan(task.model, asked, { signal, usage }))
  if (!plan) yield status(noteOf(making, NO_PLAN, '已按规则检索'))
  return plan
}

/** Goes on without what fails; the answer itself meets the same fault where it lasts. */
async function trying<T>(making: Making, work: () => Promise<T | null>): Promise<T | null> {
  const { ctx, signal } = making
  making.reason = null
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelFault) making.reason = error.message.replace(/。$/, '')
    ctx.log.warn({ err: error }, 'an answer goes on without a step of its model')
    return null
  }
}

/** What became of a step without its model: why where that is known, such as a quota that is spent. */
const noteOf = ({ reason }: Making, unknown: string, instead: string): string =>
  reason === null ? unknown : `${BY_RULES}（${reason}），${instead}`

async function* evidenceFor(
  making: Making,
  search: PlannedSearch,
  { plan, earlier, intent }: { plan: Plan | null; earlier: EarlierEvidence; intent: Intent },
): AsyncGenerator<AnswerPart, Evidence[]> {
  const { task, nonce, usage, signal } = making
  const last = earlier.evidence.filter(({ passage }) => earlier.last.has(passage.passage_id))
  if (intent !== 'question' && last.length > 0) return last
  if (plan?.enough && last.length > 0) return distinct([...last, ...search.own.slice(0, BESIDE_EARLIER)])
  const { candidates, own } = search
  const question = plan?.question ?? task.question
  const { concepts } = search.retrieval
  const chosen = await trying(making, () =>
    chooseEvidence(task, { question, concepts, candidates, nonce }, { signal, usage }),
  )
  if (!chosen && task.rerank && candidates.length > 1) yield status(noteOf(making, NO_RERANK, '已按检索次序'))
  else if (!chosen && candidates.length > MOST_EVIDENCE)
    yield status(noteOf(making, NO_CHOICE, '已按检索次序选用'))
  const ranked = chosen ?? distinct([...own.slice(0, OWN), ...candidates]).slice(0, MOST_EVIDENCE)
  return goingOn(task, plan, ranked, last)
}

/** A question that means something else than its words goes on from what was said. */
function goingOn(task: Task, plan: Plan | null, ranked: Evidence[], last: Evidence[]): Evidence[] {
  const goesOn = plan !== null && plan.question !== readQuestion(task.question).text
  const [first, ...others] = goesOn ? last.slice(0, BESIDE_EARLIER) : []
  return first ? distinct([first, ...ranked, ...others]) : ranked
}

/** Each passage where it stands first. */
function distinct(evidence: Evidence[]): Evidence[] {
  const seen = new Set<string>()
  return evidence.filter(({ passage: { passage_id } }) => !seen.has(passage_id) && seen.add(passage_id))
}

interface Material {
  evidence: Evidence[]
  earlier: EarlierEvidence
  wanted: Wanted
  search?: PlannedSearch
}

async function* write(making: Making, material: Material): AsyncGenerator<AnswerPart, Spoken> {
  const { task, nonce, usage, signal } = making
  const { evidence, earlier, wanted, search } = material
  const concepts = search?.retrieval.concepts ?? []
  const spoken: Spoken = { text: '', citations: [] }
  const context = { evidence, earlier, wanted, concepts, nonce, usage }
  yield* remembering(askModel(task, context, signal), spoken)
  return spoken
}

/** What words could not decide, decided by the model; what is not supported, said again or taken out. */
async function* checked(
  making: Making,
  spoken: Spoken,
  offered: Evidence[],
  search: PlannedSearch,
): AsyncGenerator<AnswerPart> {
  const { ctx, task, nonce, usage, signal } = making
  if (ctx.config.AI_CITATION_CHECK === 'model') {
    const looked = await trying(making, () => judged(task.model, spoken, nonce, signal))
    for (const data of looked ?? []) {
      spoken.citations = spoken.citations.map((each) =>
        each.start === data.start && each.n === data.n ? data : each,
      )
      yield { event: 'citation', data }
    }
  }
  const evidence = new Map(offered.map((each) => [each.passage.passage_id, each]))
  const asked = { spoken, evidence, concepts: search.retrieval.concepts, nonce }
  const before = { ...usage }
  const changes = (await trying(making, () => revisions(task.model, asked, { signal, usage }))) ?? []
  yield* changes
  const count = changes.filter(({ event }) => event === 'revision').length
  if (count > 0) yield status(`有 ${count} 句与所引原文不符，已改写或删去`)
  if (usage.prompt_tokens !== before.prompt_tokens) yield { event: 'usage', data: usage }
}

/** What is asked of the last answer is looked for as that was. */
function askedOf({ question, history }: AnswerTask, intent: Intent) {
  const questions = [...history.map((turn) => turn.question), question]
  const at = intent === 'question' ? -1 : -2
  return { question: questions.at(at) ?? question, earlier: questions.slice(0, at) }
}

const status = (text: string): AnswerPart => ({ event: 'status', data: { text } })

function retrievalPart({ queries }: PlannedSearch, evidence: Evidence[]): AnswerPart {
  const hits = evidence.map(foundPassage)
  return { event: 'retrieval', data: { query: queries.join('；'), hits } }
}

async function suggestionsPart(
  { ctx, task: { scope }, signal }: Making,
  { retrieval: { question } }: PlannedSearch,
  evidence: Evidence[],
): Promise<AnswerPart> {
  const works = [...new Map(evidence.map(({ source_id, work }) => [source_id, work])).values()]
  const asked = { question: question.text, works, language: question.language, scope }
  return { event: 'suggestions', data: { questions: await answeredFollowUps(ctx, asked, signal) } }
}
