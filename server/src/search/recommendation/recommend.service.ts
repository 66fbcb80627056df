import { type api, type OutputOf, type ParsedInputOf, readWork, type Work } from '@scinav/contract'
import { findPapersByIds, streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { getPreferences } from '../subscriptions/index.ts'
import { habitSignals } from './habit-signals.ts'
import { getLibraryTopics } from './library-topics.ts'
import { preferenceSignals } from './preference-signals.ts'
import * as store from './recommend.store.ts'
import { LANDMARK_SIGNAL, libraryTopicReason, reasonFor, subjectSignals } from './recommend-signals.ts'
import {
  FILLER_PENALTY,
  mergeCandidates,
  orderByScore,
  type WeightedPaper,
  weighSignals,
} from './weigh-signals.ts'

type Recommend = typeof api.papers.recommend

/** With fewer candidates, papers on general topics fill the list. */
const MIN_CANDIDATES = 40
/** Number of last viewed or kept papers that habits are derived from. */
const MAX_RECENT_PAPERS = 60

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
