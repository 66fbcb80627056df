import type { Concept } from '@scinav/search'
import { linesOf } from '../knowledge/passages/index.ts'
import type { Constraints } from '../language/question/constraints.ts'
import type { Negation } from '../language/question/negation.ts'
import { orderWanted } from '../language/question/order.ts'
import { type Question, readQuestion } from '../language/question/question.ts'
import { isAsking } from '../language/question/question-type.ts'
import { queryWith } from '../language/question/topic.ts'
import type { Context } from '../platform/context/context.ts'
import { paced } from '../platform/foundation/breath.ts'
import type { EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'
import { findCandidates } from './candidate.ts'
import { arranged, theBest } from './evidence/arrange.ts'
import { type Evidence, evidenceOf, type FoundPaper, mostOfEach, relevant } from './evidence/evidence.ts'
import { answerFaultOf } from './fault.ts'
import { introducing } from './introducing.ts'
import { type EngineStates, findOutside } from './outside.ts'
import { type Asked, byMeaning, MOST_RANKED, reranked } from './rank-evidence.ts'
import { type AnswerScope, type EvidenceScope, evidenceScope } from './scope.ts'
import { nounsOf, type Wanted, wantedOf } from './wanted.ts'

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
  inTurn?: InTurn
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

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
  wanted: Wanted
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
  const scope = await evidenceScope(ctx, request.scope, outside)
  const { closed } = scope
  const inside = <Model extends { external: boolean }>(model: Model | null) =>
    model?.external && closed ? null : model
  const allowed = { ...request, embedding: inside(request.embedding), rerank: inside(request.rerank) }
  try {
    return { ...(await search(ctx, allowed, scope, signal)), closed }
  } catch (error) {
    signal.throwIfAborted()
    throw answerFaultOf(error, 'retrieval_failed')
  }
}

async function search(
  ctx: Context,
  request: RetrievalRequest,
  { papers: scope, files, attached, chosen }: EvidenceScope,
  signal: AbortSignal,
): Promise<Omit<Retrieval, 'closed'>> {
  const question = readQuestion(request.question)
  const query = queryWith(question, request.earlier)
  const { inTurn = (work) => work() }: { inTurn?: InTurn } = request
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
  const outside = await findOutside(ctx, { query, engines, known: papers }, signal)
  const notes = [...outside.notes]
  const embedding = inLibrary ? request.embedding : null
  const asked: Asked = { ctx, request: { ...request, embedding }, question, concepts, scope, notes, signal }
  const local = inLibrary ? fuseLists(papers, texts) : []
  const there = new Set(local.map(({ source_id }) => source_id))
  const given = (request.given ?? []).filter(({ source_id }) => !there.has(source_id))
  const found = fuseLists(local, [...given, ...outside.papers])
  const read = await readEvidence(ctx, found, concepts, { question, query, inTurn })
  const ranked = await byMeaning(asked, read)
  // Who asks a base what it says, and nothing else, has chosen all of it.
  const scoped = scope !== null && (chosen || question.query === '')
  const best = arranged(await reranked(asked, perPaper(ranked)), orderWanted(question.text), scoped)
  const wanted = await wantedOf(ctx, question, { concepts, absent, at_hand: scoped })
  const evidence = await withLines(ctx, withinBudget(best, request))
  const { states } = outside
  return { question, query, concepts, absent, unwanted, wanted, scoped, evidence, notes, states }
}

/** So many papers are read at a time: others have their turn in between. */
const READ_AT_ONCE = 2

async function readEvidence(
  ctx: Context,
  found: FoundPaper[],
  concepts: Concept[],
  { question, query, inTurn }: { question: Question; query: string; inTurn: InTurn },
): Promise<Evidence[]> {
  const nouns = await nounsOf(ctx, question)
  const introduces = introducing(`${question.text} ${query}`)
  const evidence: Evidence[] = []
  const pace = paced()
  for (let from = 0; from < found.length; from += READ_AT_ONCE) {
    const part = found.slice(from, from + READ_AT_ONCE)
    const read = async () => evidenceOf(part, concepts, question.language, nouns, introduces)
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
  const lines = await linesOf(ctx, files)
  const byId = new Map(files.map(({ passage_id }, at) => [passage_id, lines[at] ?? []]))
  return evidence.map((each) => {
    const own = byId.get(each.passage.passage_id)
    return own ? { ...each, passage: { ...each.passage, lines: own } } : each
  })
}

/** One from each, as long as there are some of both. */
function fuseLists(one: FoundPaper[], other: FoundPaper[]): FoundPaper[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((each) => each !== undefined)
}

function perPaper(ranked: Evidence[]): Evidence[] {
  const most = mostOfEach(ranked)
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
  const isOnlyNear = (each: Evidence) => each.near && relevant([each], 'related', false).length === 0
  const [near, said] = [ranked.filter(isOnlyNear), ranked.filter((each) => !isOnlyNear(each))]
  const first = new Set([...near.slice(0, most), ...theBest(said, most)])
  const kept = ranked.filter((each) => first.has(each))
  return kept.slice(0, MOST_RANKED).filter(({ passage }) => {
    tokens += passage.tokens
    return tokens <= most_tokens
  })
}
