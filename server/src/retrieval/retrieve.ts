import type { Concept } from '@scinav/search'
import { findLines } from '../knowledge/passages/index.ts'
import type { Constraints } from '../language/question/constraints.ts'
import type { Negation } from '../language/question/negation.ts'
import { requestedOrder } from '../language/question/paper-order.ts'
import { type Question, readQuestion } from '../language/question/question.ts'
import { isAsking } from '../language/question/question-type.ts'
import { contextualQuery } from '../language/question/topic.ts'
import type { Context } from '../platform/context/context.ts'
import { createPacer } from '../platform/foundation/event-loop.ts'
import type { EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'
import { type AnswerCriteria, answerCriteria, requiredConcepts } from './answer-criteria.ts'
import { findCandidates } from './candidate.ts'
import { arrangeEvidence, bestEvidence } from './evidence/arrange.ts'
import {
  buildEvidence,
  type Evidence,
  type FoundPaper,
  filterRelevant,
  maxPassagesPerSource,
} from './evidence/evidence.ts'
import { toAnswerFault } from './fault.ts'
import { createIntroductionMatcher } from './introduced-names.ts'
import { type EngineStates, findOutsideWorks } from './outside-works.ts'
import { MAX_RANKED_PASSAGES, type RankingRequest, rankByMeaning, rerankEvidence } from './rank-evidence.ts'
import { type AnswerScope, type EvidenceScope, resolveEvidenceScope } from './scope.ts'

export type { Evidence } from './evidence/evidence.ts'

export interface RetrievalRequest {
  question: string
  /** The questions before, oldest first, of which one may have named what "it" stands for. */
  earlier: string[]
  scope: AnswerScope
  /** What narrows the library; papers that a person chose are not narrowed. */
  constraints?: Constraints
  /** What shall be absent. */
  negated?: Negation[]
  /** Evidence has to say so much of the question, 0–1; left out: as much as may answer it. */
  share?: number
  /** Papers that this finds are looked at too. */
  also?: string
  /** Works that are looked at besides, best first: those of the library by its ids, others by keys of their own. */
  given?: FoundPaper[]
  embedding: EmbeddingModel | null
  rerank: RerankModel | null
  /** Words alone rank, and what is near by meaning stands behind: whoever quotes without a model is sure of words alone. */
  words_rank?: boolean
  /** What is found goes to a model outside. */
  outside?: boolean
  /** Passages wanted. */
  most: number
  /** So many tokens of them at most; left out: as many as an answer is made from. */
  most_tokens?: number
  /** Waits with what keeps this machine busy until its turn comes; left out: at once. */
  inTurn?: TaskRunner
}

type TaskRunner = <Result>(work: () => Promise<Result>) => Promise<Result>

export interface Retrieval {
  question: Question
  /** What was searched. */
  query: string
  concepts: Concept[]
  /** What shall be absent, in the order it was asked for. */
  absent: Concept[]
  /** The things themselves that shall be absent, in the same order. */
  unwanted: Concept[][]
  /** What sentences are chosen for. */
  wanted: AnswerCriteria
  /** Somebody chose what was looked at; it is about the question as far as it can be. */
  scoped: boolean
  /** Best first: at most three of a paper, within the budget. */
  evidence: Evidence[]
  /** A dataset of it keeps its texts from models outside. */
  closed: boolean
  /** What had to be left out, in Chinese. */
  notes: string[]
  /** How the engines outside did that were chosen. */
  states: EngineStates
}

const BUDGET_TOKENS = 6_000

/**
 * Passages that may answer a question: the one way in which chats, research, hit tests and citations find evidence.
 * Nothing found is an empty list.
 *
 * @throws AppError `dataset.not_found` for a dataset that the asking person may not read; AnswerFault
 * `retrieval_failed` where the search itself fails.
 */
export async function retrieve(
  ctx: Context,
  request: RetrievalRequest,
  signal: AbortSignal,
): Promise<Retrieval> {
  const outside = request.outside === true || request.rerank?.external === true
  const scope = await resolveEvidenceScope(ctx, request.scope, outside)
  const { closed } = scope
  const inside = <Model extends { external: boolean }>(model: Model | null) =>
    model?.external && closed ? null : model
  const allowed = { ...request, embedding: inside(request.embedding), rerank: inside(request.rerank) }
  try {
    return { ...(await searchEvidence(ctx, allowed, scope, signal)), closed }
  } catch (error) {
    signal.throwIfAborted()
    throw toAnswerFault(error, 'retrieval_failed')
  }
}

async function searchEvidence(
  ctx: Context,
  request: RetrievalRequest,
  { papers: scope, files, attached, chosen }: EvidenceScope,
  signal: AbortSignal,
): Promise<Omit<Retrieval, 'closed'>> {
  const question = readQuestion(request.question)
  const query = contextualQuery(question, request.earlier)
  const { inTurn = (work) => work() }: { inTurn?: TaskRunner } = request
  const {
    papers,
    files: texts,
    concepts,
    absent,
    unwanted,
  } = await inTurn(() =>
    findCandidates(
      ctx,
      query,
      { papers: scope, files, attached },
      { ...request, states: !isAsking(question.text) },
    ),
  )
  signal.throwIfAborted()
  const { engines } = request.scope
  const inLibrary = engines.length === 0 || engines.includes('local') || scope !== null
  const outside = await findOutsideWorks(ctx, { query, engines, known: papers }, signal)
  const notes = [...outside.notes]
  const embedding = inLibrary ? request.embedding : null
  const asked: RankingRequest = {
    ctx,
    request: { ...request, embedding },
    question,
    concepts,
    scope,
    notes,
    signal,
  }
  const local = inLibrary ? interleave(papers, texts) : []
  const there = new Set(local.map(({ source_id }) => source_id))
  const given = (request.given ?? []).filter(({ source_id }) => !there.has(source_id))
  const found = interleave(local, [...given, ...outside.papers])
  const read = await readEvidence(ctx, found, concepts, { question, query, inTurn })
  const ranked = await rankByMeaning(asked, read)
  // Who asks a base what it says, and nothing else, has chosen all of it.
  const scoped = scope !== null && (chosen || question.query === '')
  const best = arrangeEvidence(
    await rerankEvidence(asked, limitPerPaper(ranked)),
    requestedOrder(question.text),
    scoped,
  )
  const wanted = await answerCriteria(ctx, question, { concepts, absent, at_hand: scoped })
  const evidence = await withLines(ctx, withinBudget(best, request))
  const { states } = outside
  return { question, query, concepts, absent, unwanted, wanted, scoped, evidence, notes, states }
}

/** So many papers are read at a time: others have their turn in between. */
const READ_BATCH_SIZE = 2

async function readEvidence(
  ctx: Context,
  found: FoundPaper[],
  concepts: Concept[],
  { question, query, inTurn }: { question: Question; query: string; inTurn: TaskRunner },
): Promise<Evidence[]> {
  const nouns = await requiredConcepts(ctx, question)
  const introduces = createIntroductionMatcher(`${question.text} ${query}`)
  const evidence: Evidence[] = []
  const pace = createPacer()
  for (let from = 0; from < found.length; from += READ_BATCH_SIZE) {
    const part = found.slice(from, from + READ_BATCH_SIZE)
    const read = async () => buildEvidence(part, concepts, question.language, nouns, introduces)
    evidence.push(...(await inTurn(read)))
    await pace()
  }
  return evidence
}

/** Texts of files with where their lines stand, so that a quote is lit where it is. */
async function withLines(ctx: Context, evidence: Evidence[]): Promise<Evidence[]> {
  const files = evidence.flatMap(({ file, passage }) =>
    file ? [{ parse_id: file.parse_id, ...passage }] : [],
  )
  if (files.length === 0) return evidence
  const lines = await findLines(ctx, files)
  const byId = new Map(files.map(({ passage_id }, at) => [passage_id, lines[at] ?? []]))
  return evidence.map((each) => {
    const own = byId.get(each.passage.passage_id)
    return own ? { ...each, passage: { ...each.passage, lines: own } } : each
  })
}

/** One from each, as long as there are some of both. */
function interleave(one: FoundPaper[], other: FoundPaper[]): FoundPaper[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((each) => each !== undefined)
}

function limitPerPaper(ranked: Evidence[]): Evidence[] {
  const most = maxPassagesPerSource(ranked)
  const counts = new Map<string, number>()
  return ranked.filter(({ source_id }) => {
    const count = (counts.get(source_id) ?? 0) + 1
    counts.set(source_id, count)
    return count <= most
  })
}

function withinBudget(
  ranked: Evidence[],
  { most, most_tokens = BUDGET_TOKENS }: Pick<RetrievalRequest, 'most' | 'most_tokens'>,
): Evidence[] {
  let tokens = 0
  // What is only near takes nobody's place: who judges by words does not see it.
  const isOnlyNear = (each: Evidence) => each.near && filterRelevant([each], 'related', false).length === 0
  const [near, said] = [ranked.filter(isOnlyNear), ranked.filter((each) => !isOnlyNear(each))]
  const first = new Set([...near.slice(0, most), ...bestEvidence(said, most)])
  const kept = ranked.filter((each) => first.has(each))
  return kept.slice(0, MAX_RANKED_PASSAGES).filter(({ passage }) => {
    tokens += passage.tokens
    return tokens <= most_tokens
  })
}
