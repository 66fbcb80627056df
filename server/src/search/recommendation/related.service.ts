import { type api, type OutputOf, type ParsedInputOf, readWork, type Work } from '@scinav/contract'
import { authorKey, authorsOf, keywordKey } from '@scinav/search'
import { citationTies, idsBySeqs, papersByIds, requireWork, worksOf } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'

type Related = typeof api.papers.related
type Reason = OutputOf<Related>[number]['reason']

/** A paper that may be like another, and what speaks for it. */
interface Candidate {
  /** 0–1. */
  similarity: number
  cites: boolean
  cited_by: boolean
  /** Works that both cite. */
  shared_references: number
}

const BY_CITATION = 60

/**
 * Papers like one paper, the most alike first: by the words of title and keywords, by people, by what cites what and
 * by what both cite. Neither the paper itself nor another version of it.
 */
export async function listRelated(
  ctx: Context,
  { paper_id, page_size }: ParsedInputOf<Related>,
): Promise<OutputOf<Related>> {
  const origin = await requireWork(ctx, paper_id)
  const candidates = await candidatesFor(ctx, origin)
  const rows = await worksOf(ctx, [...candidates.keys()])
  const judged = rows
    .filter(({ id, work_id }) => id !== origin.id && (work_id === null || work_id !== origin.work_id))
    .map((row) => judge(origin.work, row, candidates.get(row.id)))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.seq - a.seq)
    .slice(0, page_size)
  const reasons = new Map(judged.map(({ id, reason }) => [id, reason]))
  const papers = await papersByIds(ctx, [...reasons.keys()])
  return papers.flatMap((paper) => {
    const reason = reasons.get(paper.id)
    return reason ? [{ ...paper, reason }] : []
  })
}

type Origin = Awaited<ReturnType<typeof requireWork>>

async function candidatesFor(ctx: Context, { id, seq, work }: Origin): Promise<Map<string, Candidate>> {
  const index = await ctx.library.current()
  const [alike, ties] = await Promise.all([
    index.similar(Number(seq), work),
    citationTies(ctx, { id, work }, BY_CITATION),
  ])
  const found = new Map<string, Candidate>()
  const candidate = (id: string) => {
    const known = found.get(id) ?? { similarity: 0, cites: false, cited_by: false, shared_references: 0 }
    found.set(id, known)
    return known
  }
  const similarity = new Map(alike.map((each) => [each.seq, each.similarity]))
  for (const [seq, id] of await idsBySeqs(ctx, [...similarity.keys()]))
    candidate(id).similarity = similarity.get(seq) ?? 0
  for (const id of ties.cited) candidate(id).cited_by = true
  for (const id of ties.citing) candidate(id).cites = true
  for (const { paper_id, shared } of ties.coupled) candidate(paper_id).shared_references = shared
  return found
}

/** How much each tie counts beside the words, which count 1 at most. */
const TIES = { keywords: 0.4, authors: 0.3, cites: 0.35, references: 0.4 } as const

type Row = Awaited<ReturnType<typeof worksOf>>[number]

function judge(origin: Work, { id, seq, record }: Row, candidate: Candidate | undefined) {
  const work = readWork(record)
  const shared_keywords = shared(work.keywords, origin.keywords, keywordKey)
  const names = (each: Work) => authorsOf(each).map(({ name }) => name)
  const shared_authors = shared(names(work), names(origin), authorKey)
  const { similarity = 0, cites = false, cited_by = false, shared_references = 0 } = candidate ?? {}
  const score =
    similarity +
    TIES.keywords * growing(shared_keywords.length, 2) +
    TIES.authors * growing(shared_authors.length, 2) +
    TIES.cites * (Number(cites) + Number(cited_by)) +
    TIES.references * growing(shared_references, 3)
  const reason: Reason = {
    shared_keywords,
    shared_authors,
    cites,
    cited_by,
    similarity: Math.round(similarity * 100) / 100,
  }
  return { id, seq: Number(seq), score, reason }
}

/** 0 for none, a half at `half`, towards 1 for many. */
const growing = (count: number, half: number) => count / (count + half)

/** Those of a list that the other has too, as the first spells them. */
function shared(list: string[], other: string[], key: (text: string) => string): string[] {
  const known = new Set(other.map(key))
  const byKey = new Map(list.map((each) => [key(each), each]))
  return [...byKey].filter(([each]) => each !== '' && known.has(each)).map(([, text]) => text)
}
