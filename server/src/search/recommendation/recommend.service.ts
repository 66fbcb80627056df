import { type api, type OutputOf, type ParsedInputOf, readWork, type Work } from '@scinav/contract'
import { papersByIds, recordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { searchPapers } from '../engine/index.ts'
import { readPreferences } from '../subscriptions/index.ts'
import { libraryTopics } from './library-topics.ts'
import * as store from './recommend.store.ts'
import {
  habitSignals,
  LANDMARKS,
  preferenceSignals,
  reasonFor,
  type Signal,
  subjectSignals,
  topicOfLibrary,
} from './recommend-signals.ts'

type Recommend = typeof api.papers.recommend

/** Papers that each reason may bring, and how many there are before landmarks fill the list. */
const OF_EACH = 100
const ENOUGH = 40
/** Papers read or kept last, from which habits are read. */
const RECENT = 60

/**
 * Papers for the caller's preferences, views and lists, each with its strongest reason: the best reasons first, newest
 * first among equals. Nothing that was looked at, kept or declined; where little is known, what is cited most.
 */
export async function recommend(
  ctx: Context,
  { page_num, page_size }: ParsedInputOf<Recommend>,
): Promise<OutputOf<Recommend>> {
  const [preferences, viewed, kept, unwanted] = await Promise.all([
    readPreferences(ctx),
    store.viewed(ctx.db, ctx.actor.id),
    store.keptPapers(ctx.db, ctx.actor.id),
    store.unwanted(ctx.db, ctx.actor.id),
  ])
  const signals = [
    ...preferenceSignals(preferences),
    ...habitSignals(await worksOf(ctx, kept.slice(0, RECENT)), 'kept'),
    ...habitSignals(await worksOf(ctx, viewed.slice(0, RECENT)), 'viewed'),
  ]
  const known = new Set([...viewed, ...kept, ...unwanted])
  const found = await weigh(ctx, signals, known)
  if (found.size < ENOUGH) {
    const introduced = await introduce(ctx, known)
    const signals = subjectSignals(preferences.subject_codes)
    addTo(found, await weigh(ctx, introduced.size > 0 ? signals : [...signals, LANDMARKS], known))
    addTo(found, introduced)
    if (found.size < ENOUGH) addTo(found, await weigh(ctx, [LANDMARKS], known), BEHIND)
  }
  const ordered = await inOrder(ctx, found)
  const page = ordered.slice((page_num - 1) * page_size, page_num * page_size)
  const papers = await papersByIds(ctx, page)
  const list = papers.map((paper) => ({
    ...paper,
    reason: reasonFor(found.get(paper.id)?.reason ?? '', paper),
  }))
  return { list, total: ordered.length, page_num, page_size }
}

/** Scores that are taken off what only fills the list. */
const BEHIND = 2

function addTo(found: Map<string, Weighed>, more: Map<string, Weighed>, behind = 0): void {
  for (const [id, weighed] of more)
    if (!found.has(id)) found.set(id, { ...weighed, score: weighed.score - behind })
}

/** What the library is about: of each main topic the newest paper, then of each the next one, and so on. */
async function introduce(ctx: Context, known: Set<string>): Promise<Map<string, Weighed>> {
  const topics = await libraryTopics(ctx)
  const most = Math.max(0, ...topics.map(({ ids }) => ids.length))
  const found = new Map<string, Weighed>()
  for (let place = 0; place < most; place += 1)
    for (const { label, ids, total } of topics) {
      const id = ids[place]
      if (id === undefined || known.has(id) || found.has(id)) continue
      found.set(id, { score: -found.size / 1_000, weight: 0, reason: topicOfLibrary(label, total) })
    }
  return found
}

async function worksOf(ctx: Context, ids: string[]): Promise<Work[]> {
  const works: Work[] = []
  for await (const part of recordsByIds(ctx, ids)) works.push(...part.map(({ record }) => readWork(record)))
  return works
}

/** What is cited most leads those that are cited less. */
const LEAD = 0.05

interface Weighed {
  score: number
  /** Of the reason with the greatest weight. */
  weight: number
  reason: string
}

/** The papers that signals find, with what all of them together weigh. */
async function weigh(ctx: Context, signals: Signal[], known: Set<string>): Promise<Map<string, Weighed>> {
  const found = new Map<string, Weighed>()
  const answers = await Promise.all(
    signals.map(async ({ query, sort, ...signal }) => ({
      ...signal,
      lead: sort === 'citations' ? LEAD : 0,
      ids: (await searchPapers(ctx, { query, sort, from: 0, size: OF_EACH })).ids,
    })),
  )
  for (const { ids, weight, reason, lead } of answers)
    for (const [place, id] of ids.entries()) {
      if (known.has(id)) continue
      const before = found.get(id)
      const best = before && before.weight >= weight ? before : { weight, reason }
      const score = (before?.score ?? 0) + weight + lead * (1 - place / OF_EACH)
      found.set(id, { ...best, score })
    }
  return found
}

async function inOrder(ctx: Context, found: Map<string, Weighed>): Promise<string[]> {
  const rows = (await store.ages(ctx.db, found.keys())).map(({ id, seq, year }) => ({
    id,
    seq: Number(seq),
    year: year ?? 0,
    // Sums of the same reasons are equal in whatever order they were added.
    score: Math.round((found.get(id)?.score ?? 0) * 1_000),
  }))
  rows.sort((a, b) => b.score - a.score || b.year - a.year || b.seq - a.seq)
  return rows.map(({ id }) => id)
}
