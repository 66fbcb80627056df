import { authorNames } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import type { Constraints } from '../../language/question/constraints.ts'
import type { Negation } from '../../language/question/negation.ts'
import { type Language, readQuestion } from '../../language/question/question.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import {
  type Evidence,
  filterRelevant,
  maxPassagesPerSource,
  type Retrieval,
  retrieve,
} from '../../retrieval/index.ts'
import type { AnswerTask } from '../task/task.ts'
import type { Plan } from './plan.ts'

/** The most passages of one search, and of all searches together. */
const MAX_PASSAGES = 40
/** The weight of the question itself in the fusion, relative to one search of the plan. */
const QUESTION_WEIGHT = 2
/**
 * The constant k of the fusion of searches, chosen on known papers that questions ask for. It is small because each
 * search is for something else: what one of them ranks first counts more than what several have far down.
 */
const SEARCHES_RRF_K = 5
/** The least fit of a source to count as the one that a search ranks first; chosen sources always do. */
const MIN_LEADER_FIT = 0.6

/** A question to search for, as the rules read it. */
export interface SearchedQuestion {
  question: string
  earlier: string[]
  /** Constraints stated in the question; they apply to every search. */
  constraints: Constraints
  /** The exclusions of the question. */
  negated: Negation[]
}

/** The joint result of several searches for one question. */
export interface PlannedSearch {
  /** The retrieval for the question itself. */
  retrieval: Retrieval
  /** The fused evidence, best first. */
  candidates: Evidence[]
  /** The evidence that the question itself finds, best first. */
  question_evidence: Evidence[]
  /**
   * The ids of the sources that the searches rank first; none of a search whose first source does not fit it.
   */
  leaders: string[]
  /** The queries of all searches, each once. */
  queries: string[]
}

type SearchTask = AnswerTask & { model: ChatModel }

/**
 * Searches for a question itself, which needs no plan.
 *
 * @throws the errors of `retrieve`.
 */
export function searchQuestion(
  ctx: Context,
  task: SearchTask,
  asked: SearchedQuestion,
  signal: AbortSignal,
): Promise<Retrieval> {
  return retrieve(ctx, retrievalRequest(task, asked), signal)
}

function retrievalRequest({ scope, embedding, model, rerank, tools }: SearchTask, asked: SearchedQuestion) {
  const outside = model.external || rerank?.external === true || tools.length > 0
  // Reranking happens once, over the passages of all searches together.
  return { ...asked, scope, embedding, rerank: null, outside, most: MAX_PASSAGES }
}

/**
 * Adds to the search for a question what the queries of a plan find, all at once. A search of the plan that fails is
 * skipped.
 */
export async function addPlan(
  ctx: Context,
  task: SearchTask,
  { asked, retrieval, plan }: { asked: SearchedQuestion; retrieval: Retrieval; plan: Plan | null },
  signal: AbortSignal,
): Promise<PlannedSearch> {
  const searches = plan && searchesLibrary(task) ? planQueries(plan, asked.question) : []
  const found = [retrieval, ...(await searchAll(ctx, task, { asked, queries: searches }, signal))]
  const lists = found.map(({ evidence, scoped }) => filterRelevant(evidence, 'model', scoped))
  const [questionEvidence = []] = lists
  const joined = fuseRankings(lists, retrieval.question.language, QUESTION_WEIGHT)
  const candidates = withinFilters(joined, plan?.filters ?? null)
  const notes = [...new Set(found.flatMap(({ notes }) => notes))]
  return {
    retrieval: { ...retrieval, notes },
    candidates: candidates.slice(0, MAX_PASSAGES),
    question_evidence: withinFilters(questionEvidence, plan?.filters ?? null),
    leaders: lists.flatMap(([first]) =>
      first && (retrieval.scoped || fitOf(first) >= MIN_LEADER_FIT) ? first.source_id : [],
    ),
    queries: [...new Set(found.map(({ query }) => query))].filter((query) => query !== ''),
  }
}

/** Returns whether a task searches the library, rather than other engines only. */
export const searchesLibrary = ({ scope: { engines } }: Pick<AnswerTask, 'scope'>): boolean =>
  engines.length === 0 || engines.includes('local')

/**
 * Returns what further queries find within the constraints of the question, best first. A search that fails is skipped.
 */
export async function searchFurther(
  ctx: Context,
  task: SearchTask,
  { asked, queries, plan }: { asked: SearchedQuestion; queries: string[]; plan: Plan | null },
  signal: AbortSignal,
): Promise<Evidence[]> {
  const found = await searchAll(ctx, task, { asked, queries }, signal)
  const lists = found.map(({ evidence, scoped }) => filterRelevant(evidence, 'model', scoped))
  const { language } = readQuestion(asked.question)
  return withinFilters(fuseRankings(lists, language), plan?.filters ?? null)
}

/** Searches the library for queries, all at once, each as a question of its own; those that fail are left out. */
async function searchAll(
  ctx: Context,
  task: SearchTask,
  { asked, queries }: { asked: SearchedQuestion; queries: string[] },
  signal: AbortSignal,
): Promise<Retrieval[]> {
  const scope = { ...task.scope, engines: ['local'] }
  const local = { ...retrievalRequest(task, asked), earlier: [], scope }
  const found = await Promise.all(
    queries.map((question) => {
      // A search in other words says in its own way what is excluded, if at all: "unsupervised".
      const negated = asked.negated.filter(({ text }) => question.includes(text))
      return retrieve(ctx, { ...local, question, negated }, signal).catch((error) => {
        signal.throwIfAborted()
        ctx.log.warn({ err: error }, 'a search of a model is left out')
        return null
      })
    }),
  )
  return found.filter((each) => each !== null)
}

/** Returns the queries of a plan other than the question itself. */
function planQueries({ question: standalone, parts, queries }: Plan, question: string): string[] {
  const all = [standalone, ...parts, ...queries].filter((each) => each !== question)
  return [...new Set(all)]
}

/** Returns how far evidence fits its query, 0–1: the share that it states; what is near by meaning fits as a whole. */
const fitOf = ({ coverage, near }: Evidence): number => (near ? 1 : Math.min(1, coverage))

/** What searches found of one record, or one passage of a full text. */
interface FoundText {
  score: number
  passages: Map<string, Evidence>
}

/**
 * Fuses the results of searches, keeping one language of an abstract and a few passages per source:
 * score(t) = Σ weight · fit² / (k + rank) over the searches that found t, after reciprocal rank fusion. The fit keeps
 * searches that found nothing which states most of them from outvoting those that did.
 *
 * @param language the language of an abstract that is kept, where it was found in both.
 * @param firstWeight the weight of the first search; the others weigh 1.
 */
function fuseRankings(lists: Evidence[][], language: Language, firstWeight = 1): Evidence[] {
  const texts = new Map<string, FoundText>()
  for (const [index, list] of lists.entries()) addRanking(texts, list, index === 0 ? firstWeight : 1)
  const ranked = [...texts.values()]
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ score, passages }) =>
      inOneLanguage([...passages.values()], language).map((each) => ({ ...each, score })),
    )
  const maxPassages = maxPassagesPerSource(ranked)
  const counts = new Map<string, number>()
  return ranked.filter(({ source_id }) => {
    const count = (counts.get(source_id) ?? 0) + 1
    counts.set(source_id, count)
    return count <= maxPassages
  })
}

/** Adds the result of one search to those of others; of several passages of one record the first one scores. */
function addRanking(texts: Map<string, FoundText>, list: Evidence[], weight: number): void {
  const scored = new Set<FoundText>()
  for (const [at, each] of list.entries()) {
    const { source_id, field, passage } = each
    const key = field === 'full_text' ? passage.passage_id : source_id
    const text = texts.get(key) ?? { score: 0, passages: new Map<string, Evidence>() }
    texts.set(key, text)
    if (!scored.has(text)) text.score += (weight * fitOf(each) ** 2) / (SEARCHES_RRF_K + at + 1)
    scored.add(text)
    const other = text.passages.get(passage.passage_id)
    if (!other || each.coverage > other.coverage) text.passages.set(passage.passage_id, each)
  }
}

/** Returns the passages of a record that are in a language, else those of the field found first. */
function inOneLanguage(passages: Evidence[], language: Language): Evidence[] {
  const isChinese = ({ field }: Evidence) => field.endsWith('_zh')
  const inLanguage = passages.filter((each) => isChinese(each) === (language === 'zh'))
  return inLanguage.length > 0 ? inLanguage : passages.filter(({ field }) => field === passages[0]?.field)
}

/** Returns whether a text has all words of one of the names, in any order; true without names. */
const hasAnyName = (text: string, names: string[]): boolean => {
  const hasAllWords = (name: string) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.toLowerCase().includes(word))
  return names.length === 0 || names.some(hasAllWords)
}

/** Keeps evidence within the plan's filters; when none is, keeps all, and the answer has to say so. */
function withinFilters(evidence: Evidence[], filters: Plan['filters'] | null): Evidence[] {
  if (!filters) return evidence
  const { from, until, authors, venues } = filters
  const kept = evidence.filter(({ work }) => {
    const year = yearOf(work.publish_date)
    const byline = authorNames(work).join('\n')
    const source = [work.basic_sourcename ?? '', ...work.publish_venue].join('\n')
    return (
      (from === null || year >= from) &&
      (until === null || (year > 0 && year <= until)) &&
      hasAnyName(byline, authors) &&
      hasAnyName(source, venues)
    )
  })
  return kept.length > 0 ? kept : evidence
}
