import type { Concept } from '@scinav/search'
import { findLines } from '../knowledge/passages/index.ts'
import type { Constraints } from '../language/question/constraints.ts'
import type { Negation } from '../language/question/negation.ts'
import { requestedOrder } from '../language/question/paper-order.ts'
import { type Question, readQuestion } from '../language/question/question.ts'
import { isAsking } from '../language/question/question-type.ts'
import { contextualQuery } from '../language/question/topic.ts'
import type { Context } from '../platform/context/context.ts'
import { createTimeSlicer } from '../platform/foundation/event-loop.ts'
import type { EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'
import { type AnswerCriteria, answerCriteria, requiredConcepts } from './answer-criteria.ts'
import { findCandidates } from './candidate.ts'
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
import {
  arrangeEvidence,
  bestEvidence,
  MAX_RANKED_PASSAGES,
  type RankingRequest,
  rankByMeaning,
  rerankEvidence,
} from './rank-evidence.ts'
import { withoutRetracted } from './retracted-works.ts'
import { type AnswerScope, type EvidenceScope, resolveEvidenceScope } from './scope.ts'

export type { Evidence } from './evidence/evidence.ts'

/** A question, where to look for evidence, and with which models. */
export interface RetrievalRequest {
  question: string
  /** The earlier questions, oldest first; one of them may name what "it" refers to. */
  earlier: string[]
  scope: AnswerScope
  /** Bounds on the papers of the library; papers chosen by a person are not narrowed. */
  constraints?: Constraints
  /** The exclusions of the question. */
  negated?: Negation[]
  /** The least share of the question that a source must state, 0–1; by default as much as may answer it. */
  min_share?: number
  /** A further query whose papers are considered too. */
  further_query?: string
  /** Further works to consider, best first: works of the library by their ids, others by keys of their own. */
  given_works?: FoundPaper[]
  embedding: EmbeddingModel | null
  rerank: RerankModel | null
  /**
   * Ranks by words alone and puts passages that are near only by meaning last: extractive answers can rely on words
   * only.
   */
  words_rank?: boolean
  /** Whether the evidence is sent to an external model. */
  outside?: boolean
  /** Maximum number of passages to return, not counting up to as many that are near by meaning only. */
  most: number
  /** Maximum number of tokens of all passages together; by default the budget of an answer. */
  most_tokens?: number
  /** Runs a CPU-bound step when its turn comes; by default at once. */
  inTurn?: TaskRunner
}

type TaskRunner = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The evidence for a question, and how it was found. */
export interface Retrieval {
  question: Question
  /** The query that was searched. */
  query: string
  concepts: Concept[]
  /** The excluded concepts, in the order of the question; they are part of `concepts` too. */
  absent: Concept[]
  /** The concepts of the excluded things themselves, in the same order. */
  excluded: Concept[][]
  /** The criteria by which sentences are chosen. */
  criteria: AnswerCriteria
  /** Whether the sources were chosen by a person, so that they count as being about the question. */
  scoped: boolean
  /** Best first, within the budget; the passages of one source are limited by `maxPassagesPerSource`. */
  evidence: Evidence[]
  /** Whether a dataset of the scope keeps its texts from external models. */
  closed: boolean
  /** Notes for the reader, in Chinese, about what was left out. */
  notes: string[]
  /** The outcome of each external engine that was searched. */
  states: EngineStates
}

/** The tokens that the passages of an answer may have together. */
const BUDGET_TOKENS = 6_000

/**
 * Finds passages that may answer a question. Chats, research, hit tests and citations all find their evidence here. The
 * evidence is empty when nothing fits.
 *
 * @throws AppError `dataset.not_found` when the actor may not read a dataset of the scope.
 * @throws AnswerFault `retrieval_failed` when the search itself fails.
 */
export async function retrieve(
  ctx: Context,
  request: RetrievalRequest,
  signal: AbortSignal,
): Promise<Retrieval> {
  const outside = request.outside === true || request.rerank?.external === true
  const scope = await resolveEvidenceScope(ctx, request.scope, outside)
  const { closed } = scope
  /** Returns the model unless it is external and the texts must not leave. */
  const permitted = <Model extends { external: boolean }>(model: Model | null) =>
    model?.external && closed ? null : model
  const permittedRequest = {
    ...request,
    embedding: permitted(request.embedding),
    rerank: permitted(request.rerank),
  }
  try {
    return { ...(await searchEvidence(ctx, permittedRequest, scope, signal)), closed }
  } catch (error) {
    signal.throwIfAborted()
    throw toAnswerFault(error, 'retrieval_failed')
  }
}

/**
 * Finds the evidence in the resolved scope: searches papers and files, reads their passages, ranks them by words and
 * meaning, leaves out retracted works, and trims the result to the budget.
 */
async function searchEvidence(
  ctx: Context,
  request: RetrievalRequest,
  { papers: scope, files, attached, chosen }: EvidenceScope,
  signal: AbortSignal,
): Promise<Omit<Retrieval, 'closed'>> {
  const question = readQuestion(request.question)
  const query = contextualQuery(question, request.earlier)
  const { inTurn = (work) => work() }: { inTurn?: TaskRunner } = request
  const is_statement = !isAsking(question.text)
  const candidates = await inTurn(() =>
    findCandidates(ctx, query, { papers: scope, files, attached }, { ...request, is_statement }),
  )
  signal.throwIfAborted()
  const { concepts, absent, excluded } = candidates
  const { engines } = request.scope
  // Chosen papers are searched even when the engines leave out the library.
  const inLibrary = engines.length === 0 || engines.includes('local') || scope !== null
  const outside = await findOutsideWorks(ctx, { query, engines, found: candidates.papers }, signal)
  const notes = [...outside.notes]
  const embedding = inLibrary ? request.embedding : null
  const ranking: RankingRequest = {
    ctx,
    request: { ...request, embedding },
    question,
    concepts,
    scope,
    notes,
    signal,
  }
  const local = inLibrary ? interleave(candidates.papers, candidates.files) : []
  const sources = addOutsideWorks(local, request.given_works ?? [], outside.papers)
  const found = await readEvidence(ctx, sources, concepts, { question, query, inTurn })
  // A question without content words about a base asks for all of it, so the base counts as chosen.
  const scoped = scope !== null && (chosen || question.query === '')
  const checked = await withoutRetracted(ctx, await rankByMeaning(ranking, found), {
    question: question.text,
    chosen,
    scoped,
  })
  const ranked = checked.evidence
  notes.push(...checked.notes)
  const best = arrangeEvidence(
    await rerankEvidence(ranking, limitPerSource(ranked)),
    requestedOrder(question.text),
    scoped,
  )
  const criteria = await answerCriteria(ctx, question, { concepts, absent, subject_known: scoped })
  const evidence = await withLines(ctx, withinBudget(best, request))
  const { states } = outside
  return { question, query, concepts, absent, excluded, criteria, scoped, evidence, notes, states }
}

/**
 * Adds given works that are not found anyway, and works of external engines, to those of the library, in
 * turns.
 */
function addOutsideWorks(local: FoundPaper[], given: FoundPaper[], outside: FoundPaper[]): FoundPaper[] {
  const localIds = new Set(local.map(({ source_id }) => source_id))
  const others = given.filter(({ source_id }) => !localIds.has(source_id))
  return interleave(local, [...others, ...outside])
}

/** The number of papers read in one step; other work may run between two steps. */
const READ_BATCH_SIZE = 2

/** Builds the evidence of the sources in steps, so that other work may run between them. */
async function readEvidence(
  ctx: Context,
  sources: FoundPaper[],
  concepts: Concept[],
  { question, query, inTurn }: { question: Question; query: string; inTurn: TaskRunner },
): Promise<Evidence[]> {
  const nouns = await requiredConcepts(ctx, question)
  const introduces = createIntroductionMatcher(`${question.text} ${query}`)
  const evidence: Evidence[] = []
  const yieldWhenDue = createTimeSlicer()
  for (let from = 0; from < sources.length; from += READ_BATCH_SIZE) {
    const batch = sources.slice(from, from + READ_BATCH_SIZE)
    const buildBatch = async () => buildEvidence(batch, concepts, question.language, { nouns, introduces })
    evidence.push(...(await inTurn(buildBatch)))
    await yieldWhenDue()
  }
  return evidence
}

/** Adds the positions of lines to passages of files, so that a quote can be highlighted on its page. */
export async function withLines(ctx: Pick<Context, 'db'>, evidence: Evidence[]): Promise<Evidence[]> {
  const files = evidence.flatMap(({ file, passage }) =>
    file ? [{ parse_id: file.parse_id, ...passage }] : [],
  )
  if (files.length === 0) return evidence
  const lines = await findLines(ctx, files)
  const byId = new Map(files.map(({ passage_id }, at) => [passage_id, lines[at] ?? []]))
  return evidence.map((each) => {
    const passageLines = byId.get(each.passage.passage_id)
    return passageLines ? { ...each, passage: { ...each.passage, lines: passageLines } } : each
  })
}

/** Takes turns between two lists, beginning with the first; the rest of the longer one follows. */
function interleave(one: FoundPaper[], other: FoundPaper[]): FoundPaper[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((each) => each !== undefined)
}

/** Drops passages of a source beyond `maxPassagesPerSource`; the order stays. */
function limitPerSource(ranked: Evidence[]): Evidence[] {
  const maxPassages = maxPassagesPerSource(ranked)
  const counts = new Map<string, number>()
  return ranked.filter(({ source_id }) => {
    const count = (counts.get(source_id) ?? 0) + 1
    counts.set(source_id, count)
    return count <= maxPassages
  })
}

/** Returns the best passages within the bounds on their number and their tokens, in the order of the ranking. */
function withinBudget(
  ranked: Evidence[],
  { most, most_tokens = BUDGET_TOKENS }: Pick<RetrievalRequest, 'most' | 'most_tokens'>,
): Evidence[] {
  let tokens = 0
  // Passages near by meaning only take no place from others: consumers that judge by words ignore them.
  const isOnlyNear = (each: Evidence) => each.near && filterRelevant([each], 'related', false).length === 0
  const near = ranked.filter(isOnlyNear)
  const others = ranked.filter((each) => !isOnlyNear(each))
  const best = new Set([...near.slice(0, most), ...bestEvidence(others, most)])
  const selected = ranked.filter((each) => best.has(each))
  return selected.slice(0, MAX_RANKED_PASSAGES).filter(({ passage }) => {
    tokens += passage.tokens
    return tokens <= most_tokens
  })
}
