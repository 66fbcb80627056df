import { readWork } from '@scinav/contract'
import { absenceConcept, type Concept, type QueryConcepts } from '@scinav/search'
import { countScope, findInFiles, findPassages } from '../knowledge/passages/index.ts'
import { type Constraints, isConstrained, NO_CONSTRAINTS } from '../language/question/constraints.ts'
import { absenceNames, type Negation } from '../language/question/negation.ts'
import { readQuestion } from '../language/question/question.ts'
import { findRecordsBySeqs } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import { reciprocalRankFusion } from '../platform/foundation/rank-fusion.ts'
import type { FoundPaper } from './evidence/evidence.ts'
import { attachedFileSources, foundFileSources } from './file-sources.ts'
import * as store from './paper.store.ts'
import type { EvidenceScope } from './scope.ts'

/** Papers and files that may answer a query, and the concepts of the query. */
export interface Candidates {
  /** Best first. */
  papers: FoundPaper[]
  /** Passages of files, each as a source of its own. */
  files: FoundPaper[]
  concepts: Concept[]
  /** The excluded concepts, in the order of the question; they are part of `concepts` too. */
  absent: Concept[]
  /** The concepts of the excluded things themselves, in the same order. */
  excluded: Concept[][]
}

/** Maximum number of papers, and of passages of files, that are considered. */
const MAX_CANDIDATES = 60
/** The least share of the query's weight that a paper must state; its passages have to meet stricter bounds later. */
const MIN_SHARE = 0.35
/**
 * A pasted sentence has many concepts and every paper states few of them, so the least share is lowered from this many
 * on.
 */
const MIN_SENTENCE_CONCEPTS = 9
/** The least share for such a sentence. */
const MIN_SENTENCE_SHARE = 0.1

/**
 * Returns the least share of the query's weight that a paper must state: `share`, or less for a pasted
 * sentence.
 */
export const minShare = ({ list }: QueryConcepts, share = MIN_SHARE): number =>
  list.length < MIN_SENTENCE_CONCEPTS ? share : Math.min(share, MIN_SENTENCE_SHARE)

/** What limits or widens the search for candidates, besides the query. */
export interface CandidateFilters {
  constraints?: Constraints
  negated?: Negation[]
  /** The least share of the query's weight that a paper must state, 0–1; defaults to `MIN_SHARE`. */
  min_share?: number
  /** Whether the text is a pasted statement rather than a question. */
  is_statement?: boolean
  /** A further query whose papers are considered too: names that are buried in a long question. */
  further_query?: string
}

/**
 * Finds the papers and files that fit a query best, and its concepts, weighted by their rarity in papers and
 * files together. Where constraints leave nothing, terms are searched as separate words, and at last the
 * papers of a named author are returned, newest first.
 */
export async function findCandidates(
  ctx: Context,
  query: string,
  scope: Omit<EvidenceScope, 'closed' | 'chosen'>,
  filters: CandidateFilters,
): Promise<Candidates> {
  const byTerms = await searchCandidates(ctx, query, scope, filters, { splitsTerms: false })
  const { constraints = NO_CONSTRAINTS } = filters
  if (hasCandidates(byTerms) || !isConstrained(constraints)) return byTerms
  // Within the constraints a term may not occur as a phrase although its words do.
  const byWords = await searchCandidates(ctx, query, scope, filters, { splitsTerms: true })
  if (hasCandidates(byWords) || scope.papers || constraints.author.length === 0) return byWords
  // The author's papers may be in another language; showing them is better than reporting none.
  return {
    ...byWords,
    papers: await readPapers(ctx, (await findAuthorPapers(ctx, constraints)).slice(0, MAX_UNRANKED_PAPERS)),
  }
}

const hasCandidates = ({ papers, files }: Candidates): boolean => papers.length + files.length > 0

/**
 * Searches papers and files once, and merges the papers of the further query, if there is one.
 *
 * @param options `splitsTerms`: whether terms of several words are searched as separate words.
 */
async function searchCandidates(
  ctx: Context,
  query: string,
  { papers: scope, files: fileScope, attached }: Omit<EvidenceScope, 'closed' | 'chosen'>,
  filters: CandidateFilters,
  { splitsTerms }: { splitsTerms: boolean },
): Promise<Candidates> {
  const { constraints = NO_CONSTRAINTS, negated = [], min_share: share = MIN_SHARE, further_query } = filters
  // Files have no record that would hold a year or authors.
  const searchedFiles = scope === null && isConstrained(constraints) ? null : fileScope
  const index = await ctx.library.current()
  const queryConcepts = await index.concepts(
    query,
    searchedFiles ? [await countScope(ctx, searchedFiles)] : [],
    splitsTerms,
  )
  const absences = await findAbsences(ctx, negated)
  const absent = absences.map((each) => each.absent)
  const list = [...queryConcepts.list, ...absent]
  const concepts = { ...queryConcepts, list }
  const files = searchedFiles
    ? await foundFileSources(
        ctx,
        await findPassages(ctx, concepts, searchedFiles, { share, limit: MAX_CANDIDATES }),
      )
    : []
  const attachments = attachedFileSources(await findInFiles(ctx, list, attached, MAX_CANDIDATES))
  const mentioned = absences.flatMap((each) => each.mentioned)
  const paperShare = filters.is_statement ? minShare(concepts, share) : share
  const found = await findPapersWithAbsences(
    ctx,
    { query, concepts, scope, share: paperShare },
    { constraints, queryConcepts, mentioned },
  )
  // Papers that a further query finds come first.
  const papers = further_query
    ? mergePapers(found, await searchNamedPapers(ctx, further_query, scope))
    : found
  const excluded = absences.map((each) => each.mentioned)
  return { papers, files: [...attachments, ...files], concepts: list, absent, excluded }
}

/** A query for papers, with its concepts. */
interface PaperQuery {
  query: string
  concepts: QueryConcepts
  /** Ids of the papers to search; null for the whole library. */
  scope: string[] | null
  /** The least share of the query's weight that a paper must state, 0–1. */
  share: number
}

/**
 * Finds papers for a query that excludes something. The many words for the absence outweigh the rest of the query, so
 * the query is also searched without them, and with the excluded thing itself, because a paper that does without it
 * mentions it. The three rankings are combined by reciprocal rank fusion.
 */
async function findPapersWithAbsences(
  ctx: Context,
  searched: PaperQuery,
  {
    constraints,
    queryConcepts,
    mentioned,
  }: { constraints: Constraints; queryConcepts: QueryConcepts; mentioned: Concept[] },
): Promise<FoundPaper[]> {
  const found = await findPapers(ctx, searched, constraints)
  if (mentioned.length === 0 || queryConcepts.list.length === 0) return found
  const withoutAbsence = await findPapers(ctx, { ...searched, concepts: queryConcepts }, constraints)
  const withMentioned = { ...queryConcepts, list: [...queryConcepts.list, ...mentioned] }
  const withThing = await findPapers(ctx, { ...searched, concepts: withMentioned }, constraints)
  const lists = [found, withoutAbsence, withThing]
  const byId = new Map(lists.flat().map((each) => [each.source_id, each]))
  const fused = reciprocalRankFusion(lists.map((papers) => papers.map(({ source_id }) => source_id)))
  return [...fused.keys()].flatMap((id) => byId.get(id) ?? [])
}

/** The most papers considered for the names in a question. */
const MAX_NAMED_PAPERS = 20

/** Finds the papers that state some of the names, best first. */
async function searchNamedPapers(ctx: Context, names: string, scope: string[] | null): Promise<FoundPaper[]> {
  const concepts = await (await ctx.library.current()).concepts(names)
  // A share that a single average name exceeds.
  const share = concepts.list.length > 0 ? 1 / (concepts.list.length + 1) : 1
  const found = await findPapers(ctx, { query: names, concepts, scope, share }, NO_CONSTRAINTS)
  return found.slice(0, MAX_NAMED_PAPERS)
}

/** Merges two lists of papers: `others` first, each paper once. */
const mergePapers = (papers: FoundPaper[], others: FoundPaper[]): FoundPaper[] => [
  ...new Map([...others, ...papers].map((each) => [each.source_id, each])).values(),
]

/**
 * Finds the papers that fit best, best first. A small scope is returned as it is, since later steps rank its
 * passages; where the library knows none of the concepts, the first papers of the scope, or those within the
 * constraints, stand in.
 */
async function findPapers(
  ctx: Context,
  { query, concepts, scope, share }: PaperQuery,
  constraints: Constraints,
): Promise<FoundPaper[]> {
  if (scope && scope.length <= MAX_CANDIDATES) return findPapersById(ctx, scope)
  if (concepts.list.every(({ papers }) => papers === 0))
    return scope ? findFirstPapers(ctx, scope) : findAllWithinConstraints(ctx, query, constraints)
  const index = await ctx.library.current()
  const { author, ...filters } = constraints
  const byAuthor = author.length > 0 ? await findAuthorPapers(ctx, constraints) : null
  const inScope = scope ? new Set(await store.findSeqs(ctx.db, scope)) : null
  const among =
    byAuthor && inScope
      ? byAuthor.filter((seq) => inScope.has(seq))
      : (byAuthor ?? (inScope ? [...inScope] : null))
  const hits = await index.findByConcepts(concepts, { share, among, filters, limit: MAX_CANDIDATES })
  return readPapers(
    ctx,
    hits.map(({ seq }) => seq),
  )
}

/** Returns each exclusion as a single concept, with the concepts of the excluded thing itself. */
async function findAbsences(
  ctx: Context,
  negated: Negation[],
): Promise<{ absent: Concept; mentioned: Concept[] }[]> {
  const index = await ctx.library.current()
  return Promise.all(
    negated.map(async ({ text }) => {
      const { list } = await index.concepts(readQuestion(text).query)
      return { absent: absenceConcept(list, text, absenceNames(text)), mentioned: list }
    }),
  )
}

/** Maximum number of papers that `findAuthorPapers` returns. */
const MAX_AUTHOR_PAPERS = 3_000

/**
 * Returns the sequence numbers of up to `MAX_AUTHOR_PAPERS` papers by any of the authors, within the other constraints,
 * newest first; without authors, of all papers within the constraints.
 */
async function findAuthorPapers(ctx: Context, { author, ...filters }: Constraints): Promise<number[]> {
  const index = await ctx.library.current()
  const conditions = author.map((value) => ({
    field: 'author' as const,
    operator: 'equals' as const,
    value,
    join: 'or' as const,
  }))
  const { hits } = await index.search({
    query: '',
    conditions,
    filters,
    sort: 'date',
    size: MAX_AUTHOR_PAPERS,
  })
  return hits.map(({ seq }) => seq)
}

/** Returns the papers within the constraints, newest first, when the question states nothing else. */
async function findAllWithinConstraints(
  ctx: Context,
  query: string,
  constraints: Constraints,
): Promise<FoundPaper[]> {
  if (query !== '' || !isConstrained(constraints)) return []
  return readPapers(ctx, (await findAuthorPapers(ctx, constraints)).slice(0, MAX_CANDIDATES))
}

/** Returns the papers that exist, in the order of the ids. */
export async function findPapersById(ctx: Pick<Context, 'db'>, ids: string[]): Promise<FoundPaper[]> {
  return readPapers(ctx, await store.findSeqs(ctx.db, ids), ids)
}

/** The most papers that are returned without a ranking. */
const MAX_UNRANKED_PAPERS = 8

async function findFirstPapers(ctx: Context, scope: string[]): Promise<FoundPaper[]> {
  const first = scope.slice(0, MAX_UNRANKED_PAPERS)
  return findPapersById(ctx, first)
}

/** Reads those of the papers that exist, in the order of `seqs`, or of `ids` where they are given. */
async function readPapers(ctx: Pick<Context, 'db'>, seqs: number[], ids?: string[]): Promise<FoundPaper[]> {
  const rows = await findRecordsBySeqs(ctx, seqs)
  const placeOfId = ids ? new Map(ids.map((id, at) => [id, at])) : null
  const placeOfSeq = new Map(seqs.map((seq, at) => [seq, at]))
  const placeOf = (row: (typeof rows)[number]) =>
    placeOfId?.get(row.id) ?? placeOfSeq.get(Number(row.seq)) ?? 0
  return rows
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((row) => ({
      source_id: row.id,
      paper_id: row.id,
      engine: 'local',
      work: readWork(row.record),
    }))
}
