import { type api, type OutputOf, type ParsedInputOf, readWork, type Work } from '@scinav/contract'
import { findPapersByIds, streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { searchPapers } from '../engine/index.ts'
import { getPreferences } from '../subscriptions/index.ts'
import { getLibraryTopics } from './library-topics.ts'
import * as store from './recommend.store.ts'
import {
  habitSignals,
  LANDMARK_SIGNAL,
  libraryTopicReason,
  preferenceSignals,
  type RecommendationSignal,
  reasonFor,
  subjectSignals,
} from './recommend-signals.ts'

type Recommend = typeof api.papers.recommend

/** Maximum number of papers that are searched for one signal. */
const MAX_PAPERS_PER_SIGNAL = 100
/** With fewer candidates, papers on general topics fill the list. */
const MIN_CANDIDATES = 40
/** Number of last viewed or kept papers that habits are derived from. */
const MAX_RECENT_PAPERS = 60
/** Penalty subtracted from the scores of papers that only fill the list. */
const FILLER_PENALTY = 2
/** Bonus of the first hit of a search sorted by citations, decreasing linearly to 0 with the position. */
const CITATION_BONUS = 0.05

/**
 * Recommends papers from the caller's preferences, views and lists, each with its strongest reason: highest score
 * first, newest first among equals. Papers that were viewed, kept or declined are excluded; where little is known,
 * topics of the library and highly cited papers fill the list.
 */
export async function recommendPapers(
  ctx: Context,
  { page_num, page_size }: ParsedInputOf<Recommend>,
): Promise<OutputOf<Recommend>> {
  const [preferences, viewed, kept, unwanted] = await Promise.all([
    getPreferences(ctx),
    store.listViewed(ctx.db, ctx.actor.id),
    store.listKeptPapers(ctx.db, ctx.actor.id),
    store.listNotInterested(ctx.db, ctx.actor.id),
  ])
  const signals = [
    ...preferenceSignals(preferences),
    ...habitSignals(await loadWorks(ctx, kept.slice(0, MAX_RECENT_PAPERS)), 'kept'),
    ...habitSignals(await loadWorks(ctx, viewed.slice(0, MAX_RECENT_PAPERS)), 'viewed'),
  ]
  const known = new Set([...viewed, ...kept, ...unwanted])
  const found = await weighSignals(ctx, signals, known)
  if (found.size < MIN_CANDIDATES) await addGeneralPapers(ctx, found, known, preferences.subject_codes)
  const ordered = await orderByScore(ctx, found)
  const page = ordered.slice((page_num - 1) * page_size, page_num * page_size)
  const papers = await findPapersByIds(ctx, page)
  const list = papers.map((paper) => ({
    ...paper,
    reason: reasonFor(found.get(paper.id)?.reason ?? '', paper),
  }))
  return { list, total: ordered.length, page_num, page_size }
}

/**
 * Adds papers that do not depend on the caller's reading: highly cited ones of the given disciplines, those on the
 * topics of the library, and, where these are too few, the most cited ones of the library.
 */
async function addGeneralPapers(
  ctx: Context,
  found: Map<string, WeightedPaper>,
  known: Set<string>,
  subject_codes: string[],
): Promise<void> {
  const onTopics = await findTopicPapers(ctx, known)
  const bySubject = subjectSignals(subject_codes)
  const signals = onTopics.size > 0 ? bySubject : [...bySubject, LANDMARK_SIGNAL]
  mergeCandidates(found, await weighSignals(ctx, signals, known))
  mergeCandidates(found, onTopics)
  if (found.size < MIN_CANDIDATES)
    mergeCandidates(found, await weighSignals(ctx, [LANDMARK_SIGNAL], known), FILLER_PENALTY)
}

/**
 * Adds further papers to `found`, with their scores lowered by `penalty`; a paper that it has already is unchanged.
 */
function mergeCandidates(
  found: Map<string, WeightedPaper>,
  further: Map<string, WeightedPaper>,
  penalty = 0,
): void {
  for (const [id, paper] of further)
    if (!found.has(id)) found.set(id, { ...paper, score: paper.score - penalty })
}

/** Returns papers on the library's topics: the newest paper of each topic, then the second of each, and so on. */
async function findTopicPapers(ctx: Context, known: Set<string>): Promise<Map<string, WeightedPaper>> {
  const topics = await getLibraryTopics(ctx)
  const longest = Math.max(0, ...topics.map(({ ids }) => ids.length))
  const found = new Map<string, WeightedPaper>()
  for (let turn = 0; turn < longest; turn += 1)
    for (const { label, ids, total } of topics) {
      const id = ids[turn]
      if (id === undefined || known.has(id) || found.has(id)) continue
      // Scores below 0 that fall in this order put these papers after all others.
      found.set(id, { score: -found.size / 1_000, weight: 0, reason: libraryTopicReason(label, total) })
    }
  return found
}

/** Returns the works of papers in the order of their ids; deleted papers are left out. */
async function loadWorks(ctx: Context, ids: string[]): Promise<Work[]> {
  const works: Work[] = []
  for await (const rows of streamRecordsByIds(ctx, ids))
    works.push(...rows.map(({ record }) => readWork(record)))
  return works
}

/** A candidate for recommendation. */
interface WeightedPaper {
  /** Higher is better; below 0 for papers that only fill the list. */
  score: number
  /** Weight of the strongest signal that found the paper. */
  weight: number
  reason: string
}

/**
 * Returns the papers that the signals find, except excluded ones. The score of a paper is the sum of the weights of
 * all signals that found it, plus a small bonus for many citations.
 */
async function weighSignals(
  ctx: Context,
  signals: RecommendationSignal[],
  excluded: Set<string>,
): Promise<Map<string, WeightedPaper>> {
  const found = new Map<string, WeightedPaper>()
  const answers = await Promise.all(
    signals.map(async ({ query, sort, ...signal }) => ({
      ...signal,
      bonus: sort === 'citations' ? CITATION_BONUS : 0,
      ids: (await searchPapers(ctx, { query, sort, from: 0, size: MAX_PAPERS_PER_SIGNAL })).ids,
    })),
  )
  for (const { ids, weight, reason, bonus } of answers)
    for (const [rank, id] of ids.entries()) {
      if (excluded.has(id)) continue
      const known = found.get(id)
      const strongest = known && known.weight >= weight ? known : { weight, reason }
      const score = (known?.score ?? 0) + weight + bonus * (1 - rank / MAX_PAPERS_PER_SIGNAL)
      found.set(id, { ...strongest, score })
    }
  return found
}

/** Returns the ids of the papers by score, then by year and arrival, newest first; deleted papers are left out. */
async function orderByScore(ctx: Context, found: Map<string, WeightedPaper>): Promise<string[]> {
  const rows = (await store.findOrderKeys(ctx.db, found.keys())).map(({ id, seq, year }) => ({
    id,
    seq: Number(seq),
    year: year ?? 0,
    // Rounding makes sums of the same weights equal in whatever order they were added.
    score: Math.round((found.get(id)?.score ?? 0) * 1_000),
  }))
  rows.sort((a, b) => b.score - a.score || b.year - a.year || b.seq - a.seq)
  return rows.map(({ id }) => id)
}
