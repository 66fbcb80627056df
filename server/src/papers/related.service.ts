import { type api, type OutputOf, type ParsedInputOf, readWork, type Work } from '@scinav/contract'
import {
  ANY_MASK,
  AUTHOR_MASKS,
  authorKey,
  authorsOf,
  keywordKey,
  nameQueryTerms,
  oneOf,
  type PaperIndex,
  type Plan,
  phrasePlan,
  SPACES,
  wordPlans,
} from '@scinav/search'
import type { Context } from '../context.ts'
import { citingKeys } from '../import/identity.service.ts'
import { requireWork } from './citation-link.service.ts'
import * as links from './citation-link.store.ts'
import * as feed from './feed.store.ts'
import { papersByIds } from './paper.service.ts'

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

const BY_TEXT = 150
const BY_NAMES = 50
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
  const rows = await links.worksOf(ctx.db, [...candidates.keys()])
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
  const keys = work.reference_ids.map((key) => key.toLowerCase())
  const part = { offset: 0, limit: BY_CITATION }
  const [text, authors, cited, citing, coupled] = await Promise.all([
    hitsOf(index, textPlan(work), BY_TEXT),
    hitsOf(index, peoplePlan(work), BY_NAMES),
    links.references(ctx.db, id, 0, BY_CITATION),
    links.citing(ctx.db, id, citingKeys(work), part),
    links.coupled(ctx.db, id, keys.slice(0, 500), BY_CITATION),
  ])
  const found = new Map<string, Candidate>()
  const candidate = (id: string) => {
    const known = found.get(id) ?? { similarity: 0, cites: false, cited_by: false, shared_references: 0 }
    found.set(id, known)
    return known
  }
  const ids = await idsBySeq(ctx, [...text, ...authors])
  // How well the paper fits its own words is what others are measured by.
  const own = text.find((hit) => hit.seq === Number(seq))?.score ?? text[0]?.score ?? 1
  for (const hit of authors) candidate(ids.get(hit.seq) ?? '')
  for (const hit of text) candidate(ids.get(hit.seq) ?? '').similarity = Math.min(1, hit.score / own)
  for (const id of cited.ids) candidate(id).cited_by = true
  for (const id of citing.ids) candidate(id).cites = true
  for (const { paper_id, shared } of coupled) candidate(paper_id).shared_references = shared
  found.delete('')
  return found
}

type Hit = { seq: number; score: number }

async function hitsOf(index: PaperIndex, plan: Plan, top: number): Promise<Hit[]> {
  if (plan.op === 'none') return []
  const rest = {
    loose: null,
    enough: 0,
    pairs: [],
    filters: [],
    all_sources: false,
    after_seq: 0,
    facets: [],
  }
  return (await index.search({ plan, top, sort: 'relevance', ...rest })).hits
}

async function idsBySeq(ctx: Context, hits: Hit[]): Promise<Map<number, string>> {
  const rows = await feed.idsOf(
    ctx.db,
    hits.map(({ seq }) => seq),
  )
  return new Map(rows.map(({ id, seq }) => [Number(seq), id]))
}

const MOST_KEYWORDS = 12
const MOST_AUTHORS = 8

/** Any word of the title, any keyword. */
function textPlan({ title, title_zh, keywords }: Work): Plan {
  const words = [title, title_zh ?? ''].flatMap((text) =>
    wordPlans(text, { mask: ANY_MASK, weight: 1, exact: false }),
  )
  const phrases = keywords
    .slice(0, MOST_KEYWORDS)
    .map((keyword) => phrasePlan(keyword, { mask: ANY_MASK, weight: 1 }))
  return oneOf([...words, ...phrases].filter(({ op }) => op !== 'none'))
}

function peoplePlan(work: Work): Plan {
  const people = authorsOf(work).slice(0, MOST_AUTHORS)
  const terms = people.flatMap(({ name }) => nameQueryTerms(name))
  return oneOf(
    terms.map((term) => ({ op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 })),
  )
}

/** How much each tie counts beside the words, which count 1 at most. */
const TIES = { keywords: 0.4, authors: 0.3, cites: 0.35, references: 0.4 } as const

type Row = Awaited<ReturnType<typeof links.worksOf>>[number]

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
