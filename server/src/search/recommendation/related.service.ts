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
  cites: boolean
  cited_by: boolean
  /** Number of works that both papers cite. */
  shared_references: number
}

const MAX_CITATION_CANDIDATES = 60

/**
 * Returns the papers related to one paper, most related first, by the words of title and keywords, authors, citations
 * in both directions and shared references. Excludes the paper itself and its other versions.
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
  const [alike, ties] = await Promise.all([
    index.similar(Number(seq), work),
    findCitationTies(ctx, { id, work }, MAX_CITATION_CANDIDATES),
  ])
  const found = new Map<string, RelatedCandidate>()
  const candidate = (id: string) => {
    const known = found.get(id) ?? { similarity: 0, cites: false, cited_by: false, shared_references: 0 }
    found.set(id, known)
    return known
  }
  const similarity = new Map(alike.map((each) => [each.seq, each.similarity]))
  for (const [seq, id] of await findIdsBySeqs(ctx, [...similarity.keys()]))
    candidate(id).similarity = similarity.get(seq) ?? 0
  for (const id of ties.cited) candidate(id).cited_by = true
  for (const id of ties.citing) candidate(id).cites = true
  for (const { paper_id, shared } of ties.coupled) candidate(paper_id).shared_references = shared
  return found
}

/**
 * Maximum contribution of each tie to the score, relative to the similarity of words, which contributes at most 1.
 */
const TIE_WEIGHTS = { keywords: 0.4, authors: 0.3, cites: 0.35, references: 0.4 } as const

type Row = Awaited<ReturnType<typeof findWorks>>[number]

/**
 * Scores a paper: similarity + Σ weight · tie, with the weights in `TIE_WEIGHTS`, `saturate` for counts of shared
 * keywords (half at 2), authors (half at 2) and references (half at 3), and 1 for each direction of citation.
 */
function scoreCandidate(origin: Work, { id, seq, record }: Row, candidate: RelatedCandidate | undefined) {
  const work = readWork(record)
  const shared_keywords = sharedValues(work.keywords, origin.keywords, keywordKey)
  const names = (each: Work) => authorsOf(each).map(({ name }) => name)
  const shared_authors = sharedValues(names(work), names(origin), authorKey)
  const { similarity = 0, cites = false, cited_by = false, shared_references = 0 } = candidate ?? {}
  const score =
    similarity +
    TIE_WEIGHTS.keywords * saturate(shared_keywords.length, 2) +
    TIE_WEIGHTS.authors * saturate(shared_authors.length, 2) +
    TIE_WEIGHTS.cites * (Number(cites) + Number(cited_by)) +
    TIE_WEIGHTS.references * saturate(shared_references, 3)
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
