import type { Concept } from '@scinav/search'
import type { Context } from '../context/context.ts'
import { fuse } from '../foundation/rank-fusion.ts'
import { linesOf } from '../passages/index.ts'
import type { EmbeddingModel, RerankModel } from '../providers/models/port.ts'
import { findCandidates, papersById } from './candidate.ts'
import { wantedFigure } from './choosing/figure-wanted.ts'
import type { Wanted } from './choosing/pick.ts'
import { arranged } from './evidence/arrange.ts'
import { type Evidence, evidenceOf, type FoundPaper, mostOfEach, passageScore } from './evidence/evidence.ts'
import { answerFaultOf } from './fault.ts'
import { findOutside } from './outside.ts'
import { type EvidenceScope, evidenceScope } from './scope.ts'
import type { AnswerScope } from './task.ts'
import type { Constraints } from './understanding/constraints.ts'
import type { Negation } from './understanding/negation.ts'
import { orderWanted } from './understanding/order.ts'
import { type Question, readQuestion } from './understanding/question.ts'
import { embedPassages, nearest } from './vector.ts'

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
  embedding: EmbeddingModel | null
  rerank: RerankModel | null
  /** What is found goes to a model outside. */
  outside?: boolean
  /** Passages wanted. */
  most: number
  /** So many tokens of them at most; left out: as many as an answer is made from. */
  most_tokens?: number
}

export interface Retrieval {
  question: Question
  /** What was searched. */
  query: string
  concepts: Concept[]
  /** What shall be absent, in the order it was asked for. */
  absent: Concept[]
  /** What sentences are chosen for. */
  wanted: Wanted
  /** Only some papers were looked at. */
  scoped: boolean
  /** Best first: at most three of a paper, within the budget. */
  evidence: Evidence[]
  /** A dataset of it keeps its texts from models outside. */
  closed: boolean
  /** What had to be left out, in Chinese. */
  notes: string[]
}

const BUDGET_TOKENS = 6_000
const RERANKED = 40
const AFTER_RERANK = 8

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
  { papers: scope, files, attached }: EvidenceScope,
  signal: AbortSignal,
): Promise<Omit<Retrieval, 'closed'>> {
  const question = readQuestion(request.question)
  const query = queryWith(question, request.earlier)
  const {
    papers,
    files: texts,
    concepts,
    absent,
  } = await findCandidates(ctx, query, { papers: scope, files, attached }, request)
  signal.throwIfAborted()
  const { engines } = request.scope
  const inLibrary = engines.length === 0 || engines.includes('local') || scope !== null
  const outside = await findOutside(ctx, { query, engines, known: papers }, signal)
  const notes = [...outside.notes]
  const embedding = inLibrary ? request.embedding : null
  const asked: Asked = { ctx, request: { ...request, embedding }, question, concepts, scope, notes, signal }
  const local = inLibrary ? fuseLists(papers, texts) : []
  const found = fuseLists(local, outside.papers)
  const ranked = await byMeaning(
    asked,
    evidenceOf(found, concepts, question.language, await nounOf(ctx, question)),
  )
  const scoped = scope !== null
  const best = arranged(await reranked(asked, perPaper(ranked)), orderWanted(question.text), scoped)
  const wanted = await wantedOf(ctx, question, concepts)
  const evidence = await withLines(ctx, withinBudget(best, request))
  return { question, query, concepts, absent, wanted, scoped, evidence, notes }
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

/** What a sentence has to say that answers a question. */
export async function wantedOf(ctx: Context, { text, type }: Question, concepts: Concept[]): Promise<Wanted> {
  const ordered = orderWanted(text) !== null
  if (type !== 'number') return { type, concepts, figure: null, ordered }
  const figure = wantedFigure(text.slice(0, LONGEST_READ))
  const index = await ctx.library.current()
  const { list } = await index.concepts(readQuestion(figure.noun).query)
  return { type, concepts, figure: { ...figure, counted: list }, ordered }
}

/**
 * What a question asks for one of: "which GPU", 「哪种语言」. A list is of papers, a definition of a word, and a way of doing
 * something is seldom called a method.
 */
async function nounOf(ctx: Context, { text, type }: Question): Promise<Concept[]> {
  if (type === 'list' || type === 'definition' || type === 'method') return []
  const noun =
    WHICH.exec(text.slice(0, LONGEST_READ))
      ?.slice(1)
      .find((each) => each !== undefined) ?? ''
  const index = await ctx.library.current()
  return (await index.concepts(readQuestion(noun).query)).list
}

const WHICH =
  /\bwhich ([\p{L}\d-]{2,20}(?: [\p{L}\d-]{2,20})?)(?= (?:was|were|is|are|did|does|do|has|have|had|can|could|handled|used|gave|showed)\b)|哪(?:个|种|家|本|块|款|台|类|套|份)(\p{Script=Han}{2,6})/iu

/** What a question wants is said by then. */
const LONGEST_READ = 1_000

/** One from each, as long as there are some of both. */
function fuseLists(one: FoundPaper[], other: FoundPaper[]): FoundPaper[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((each) => each !== undefined)
}

interface Asked {
  ctx: Context
  request: RetrievalRequest
  question: Question
  concepts: Concept[]
  scope: string[] | null
  /** Gets what had to be left out. */
  notes: string[]
  signal: AbortSignal
}

const NO_VECTORS = '向量检索暂不可用，已只按词语检索'
const NO_RERANK = '重排序暂不可用，已按检索次序'
const NEAREST = 60
/** So many of them count as about the question, whatever words they use. */
const NEAR = 6

/** Joins the rankings by words and, where there is an embedding model, the one by meaning. */
async function byMeaning(asked: Asked, found: Evidence[]): Promise<Evidence[]> {
  const { embedding } = asked.request
  const near = embedding && (await trying(asked, NO_VECTORS, () => nearPassages(asked, embedding, found)))
  if (!near) return inOrder(found, byWords(found, asked.concepts))
  const nearest = new Set(near.ids.slice(0, NEAR))
  const all = [...found, ...near.others].map((each) =>
    nearest.has(each.passage.passage_id) ? { ...each, near: true } : each,
  )
  const byId = new Map(all.map((each) => [each.passage.passage_id, each]))
  const ranking = near.ids.flatMap((id) => byId.get(id) ?? [])
  return inOrder(all, [...byWords(found, asked.concepts), ranking])
}

/** Ids of the passages nearest to the question, and those that words alone did not find. */
async function nearPassages(
  { ctx, request, question, concepts, scope, signal }: Asked,
  embedding: EmbeddingModel,
  found: Evidence[],
) {
  await embedPassages(
    ctx,
    embedding,
    found.filter(({ paper_id, file }) => paper_id !== null && !file),
    signal,
  )
  const near = await nearest(ctx, embedding, { question: request.question, scope, most: NEAREST }, signal)
  const known = new Set(found.map(({ source_id }) => source_id))
  const unknown = [...new Set(near.map(({ paper_id }) => paper_id))].filter((id) => !known.has(id))
  const papers = await papersById(ctx, unknown)
  const ids = new Set(near.map(({ passage_id }) => passage_id))
  const others = evidenceOf(papers, concepts, question.language).filter(({ passage }) =>
    ids.has(passage.passage_id),
  )
  return { ids: [...ids], others }
}

/** What a model that scores pairs makes of the best: eight of forty. */
async function reranked(asked: Asked, ranked: Evidence[]): Promise<Evidence[]> {
  const { rerank } = asked.request
  if (!rerank || ranked.length === 0) return ranked
  const first = ranked.slice(0, RERANKED)
  const texts = first.map(({ passage }) => `${passage.heading}\n${passage.text}`)
  const scores = await trying(asked, NO_RERANK, () =>
    rerank.rerank(asked.request.question, texts, asked.signal),
  )
  if (!scores) return ranked
  return first
    .map((each, at) => ({ ...each, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, AFTER_RERANK)
}

/** Goes on without what fails, and says so. */
async function trying<T>(
  { ctx, notes, signal }: Asked,
  note: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error }, 'retrieval goes on without a model')
    notes.push(note)
    return null
  }
}

const POINTS_BACK =
  /[它他她]|这(?:种|个|些|篇|项|样)|那(?:种|个|些|篇|项)|该|此|其(?!他|它|余|实|间)|上述|后者|前者|\b(?:its?|they|them|their|theirs|this|that|these|those|he|him|his|she|her|one|ones|there|the (?:former|latter))\b/iu
/** A text that goes on from another. */
const GOES_ON = /^(?:那么?|然后|还有|另外|以及|(?:and|but|so|also|then)\b)/iu
/** Chinese content of so few characters names no subject. */
const THIN = 3

/** A question that points back, goes on or names nothing itself is asked together with what was talked of before. */
function queryWith({ text, query }: Question, earlier: string[]): string {
  const topic = earlier.reduce((before, each) => inTopic(readQuestion(each), before), '')
  return inTopic({ text, query }, topic)
}

/** Whether a question is asked together with those before it. */
export const followsEarlier = (question: string, earlier: string[]): boolean => {
  const read = readQuestion(question)
  return queryWith(read, earlier) !== read.query
}

function inTopic({ text, query }: Pick<Question, 'text' | 'query'>, topic: string): string {
  const isThin = !/[\p{L}\p{N}]/u.test(query.replace(/\p{Script=Han}/gu, '')) && query.length <= THIN
  if (topic === '' || !(isThin || POINTS_BACK.test(text) || GOES_ON.test(text))) return query
  const words = `${query} ${topic}`.split(' ').filter((word) => word !== '')
  return [...new Set(words)].slice(0, MOST_WORDS).join(' ')
}

const MOST_WORDS = 24

/** By what the passages themselves say, and by the rank of their papers. */
function byWords(found: Evidence[], concepts: Concept[]): Evidence[][] {
  const scores = new Map(found.map((each) => [each, passageScore(each, concepts)]))
  const score = (each: Evidence) => scores.get(each) ?? 0
  return [found.toSorted((a, b) => score(b) - score(a)), found]
}

/** The passages as several rankings of them have it. */
function inOrder(found: Evidence[], rankings: Evidence[][]): Evidence[] {
  const byId = new Map(found.map((each) => [each.passage.passage_id, each]))
  const fused = fuse(rankings.map((ranking) => ranking.map(({ passage }) => passage.passage_id)))
  return [...fused].flatMap(([id, score]) => {
    const each = byId.get(id)
    return each ? [{ ...each, score }] : []
  })
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
  return ranked.slice(0, Math.min(most, RERANKED)).filter(({ passage }) => {
    tokens += passage.tokens
    return tokens <= most_tokens
  })
}
