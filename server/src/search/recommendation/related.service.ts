import { type api, type OutputOf, type ParsedInputOf, readWork, type Work } from '@scinav/contract'
import { authorKey, authorsOf, keywordKey } from '@scinav/search'
import {
  findCitationTies,
  findIdsBySeqs,
  findPapersByIds,
  findWorks,
  requireWork,
} from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'

type Related = typeof api.papers.related
type RelatedReason = OutputOf<Related>[number]['reason']

/** The evidence that a paper is related to another. */
interface RelatedCandidate {
  /** Similarity of words, 0–1. */
  similarity: number
  /** Whether this paper cites the other one, and whether the other one cites it. */
  cites: boolean
  cited_by: boolean
  /** Number of works that both papers cite. */
  shared_references: number
}

/** Maximum number of papers of each kind of citation tie that are considered. */
const MAX_CITATION_CANDIDATES = 60
/** Maximum contribution of each tie to the score, relative to the similarity of words, which contributes at most 1. */
const TIE_WEIGHTS = { keywords: 0.4, authors: 0.3, cites: 0.35, references: 0.4 } as const
/** Numbers of shared keywords, authors and references that contribute half of the maximum. */
const HALF_COUNTS = { keywords: 2, authors: 2, references: 3 } as const

/**
 * Returns the papers related to one paper, most related first, by the words of title and keywords, authors, citations
 * in both directions and shared references. Excludes the paper itself and its other versions.
 *
 * @throws AppError `paper.not_found`.
 */
export async function listRelated(
  ctx: Context,
  { paper_id, page_size }: ParsedInputOf<Related>,
): Promise<OutputOf<Related>> {
  const origin = await requireWork(ctx, paper_id)
  const candidates = await findCandidates(ctx, origin)
  const rows = await findWorks(ctx, [...candidates.keys()])
  const related = rows
    .filter(({ id, work_id }) => id !== origin.id && (work_id === null || work_id !== origin.work_id))
    .map((row) => scoreCandidate(origin.work, row, candidates.get(row.id)))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.seq - a.seq)
    .slice(0, page_size)
  const reasons = new Map(related.map(({ id, reason }) => [id, reason]))
  const papers = await findPapersByIds(ctx, [...reasons.keys()])
  return papers.flatMap((paper) => {
    const reason = reasons.get(paper.id)
    return reason ? [{ ...paper, reason }] : []
  })
}

type OriginPaper = Awaited<ReturnType<typeof requireWork>>

/** Returns papers that may be related, by similar words, citations and shared references. */
async function findCandidates(
  ctx: Context,
  { id, seq, work }: OriginPaper,
): Promise<Map<string, RelatedCandidate>> {
  const index = await ctx.library.current()
  const [similarPapers, ties] = await Promise.all([
    index.similar(Number(seq), work),
    findCitationTies(ctx, { id, work }, MAX_CITATION_CANDIDATES),
  ])
  const found = new Map<string, RelatedCandidate>()
  const entryOf = (id: string) => {
    const known = found.get(id) ?? { similarity: 0, cites: false, cited_by: false, shared_references: 0 }
    found.set(id, known)
    return known
  }
  const similarity = new Map(similarPapers.map((each) => [each.seq, each.similarity]))
  for (const [seq, id] of await findIdsBySeqs(ctx, [...similarity.keys()]))
    entryOf(id).similarity = similarity.get(seq) ?? 0
  for (const id of ties.cited) entryOf(id).cited_by = true
  for (const id of ties.citing) entryOf(id).cites = true
  for (const { paper_id, shared } of ties.coupled) entryOf(paper_id).shared_references = shared
  return found
}

type CandidateRow = Awaited<ReturnType<typeof findWorks>>[number]

/**
 * Scores a paper: similarity + Σ weight · tie, with the weights in `TIE_WEIGHTS`. A tie by shared keywords, authors or
 * references is `saturate` of their number, and each direction of citation is 1.
 */
function scoreCandidate(
  origin: Work,
  { id, seq, record }: CandidateRow,
  candidate: RelatedCandidate | undefined,
) {
  const work = readWork(record)
  const shared_keywords = sharedValues(work.keywords, origin.keywords, keywordKey)
  const names = (each: Work) => authorsOf(each).map(({ name }) => name)
  const shared_authors = sharedValues(names(work), names(origin), authorKey)
  const { similarity = 0, cites = false, cited_by = false, shared_references = 0 } = candidate ?? {}
  const score =
    similarity +
    TIE_WEIGHTS.keywords * saturate(shared_keywords.length, HALF_COUNTS.keywords) +
    TIE_WEIGHTS.authors * saturate(shared_authors.length, HALF_COUNTS.authors) +
    TIE_WEIGHTS.cites * (Number(cites) + Number(cited_by)) +
    TIE_WEIGHTS.references * saturate(shared_references, HALF_COUNTS.references)
  const reason: RelatedReason = {
    shared_keywords,
    shared_authors,
    cites,
    cited_by,
    similarity: Math.round(similarity * 100) / 100,
  }
  return { id, seq: Number(seq), score, reason }
}

/** Maps a count to `count / (count + half)`: 0 for none, 1/2 at `half`, towards 1 for many. */
const saturate = (count: number, half: number) => count / (count + half)

/** Returns the values of `list` that `other` has too, spelled as in `list`. */
function sharedValues(list: string[], other: string[], key: (text: string) => string): string[] {
  const known = new Set(other.map(key))
  const byKey = new Map(list.map((each) => [key(each), each]))
  return [...byKey].filter(([each]) => each !== '' && known.has(each)).map(([, text]) => text)
}
