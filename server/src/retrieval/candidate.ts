import { absenceConcept, type Concept, type QueryConcepts } from '@scinav/search'
import { countScope, findInFiles, findPassages } from '../knowledge/passages/index.ts'
import { type Constraints, isConstrained, NO_CONSTRAINTS } from '../language/question/constraints.ts'
import { absenceNames, type Negation } from '../language/question/negation.ts'
import { readQuestion } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { findAuthorPapers } from './author-papers.ts'
import type { FoundPaper } from './evidence/evidence.ts'
import { attachedFileSources, foundFileSources } from './file-sources.ts'
import {
  findPapersWithAbsences,
  MAX_CANDIDATES,
  MAX_UNRANKED_PAPERS,
  searchNamedPapers,
} from './find-papers.ts'
import { readPapers } from './read-papers.ts'
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

/** Merges two lists of papers: `others` first, each paper once. */
const mergePapers = (papers: FoundPaper[], others: FoundPaper[]): FoundPaper[] => [
  ...new Map([...others, ...papers].map((each) => [each.source_id, each])).values(),
]

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
