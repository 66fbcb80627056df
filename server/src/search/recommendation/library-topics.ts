import { readWork } from '@scinav/contract'
import { findTopics } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import { searchPapers } from '../engine/index.ts'
import * as store from './recommend.store.ts'

/** A topic of many papers of the library, labeled as written, with its newest papers. */
interface LibraryTopic {
  label: string
  /** The newest papers, newest first; at most `MAX_PAPERS_PER_TOPIC`. */
  ids: string[]
  /** Number of papers with the label in their title. */
  total: number
}

interface TopicSnapshot {
  /** Number of papers when the snapshot was taken. */
  paperCount: number
  /** The last change of the library that was searchable then; every later one has a greater number. */
  lastChange: number
  topics: LibraryTopic[]
  /** Number of papers when the labels of the topics were determined; later snapshots may keep these labels. */
  papersAtLabeling: number
}

/** Maximum age of the newest papers of a topic while papers arrive, in milliseconds. */
const CACHE_TTL_MS = 10_000
/** A library has about the same size while at most one paper in this many was added or removed. */
const MIN_PAPERS_PER_CHANGE = 50
/** Maximum number of papers per topic: enough for several pages, without loading more than that. */
const MAX_PAPERS_PER_TOPIC = 25
/** Number of papers that topics are determined from, spread evenly over the library. */
const SAMPLE_SIZE = 400
const topicCache = createCache<Context['db'], TopicSnapshot>(CACHE_TTL_MS)

/** Returns the topics of the library, most frequent first; computed once for all users. */
export async function getLibraryTopics(ctx: Context): Promise<LibraryTopic[]> {
  return (await topicCache.get(ctx.db, ctx.now(), (previous) => reloadTopics(ctx, previous))).topics
}

/**
 * Reloads the topics. An unchanged library keeps its snapshot; the topics themselves are determined anew only when
 * the library no longer has about the size at which they were determined.
 */
async function reloadTopics(
  ctx: Context,
  previous: Promise<TopicSnapshot> | undefined,
): Promise<TopicSnapshot> {
  const { papers: paperCount, change: lastChange } = (await ctx.library.current()).state()
  // A previous load that failed has already rejected for its callers.
  const last = await previous?.catch(() => undefined)
  if (last?.lastChange === lastChange && last.paperCount === paperCount) return last
  const isSimilarSize = last && hasSimilarSize(paperCount, last.papersAtLabeling)
  const labels = isSimilarSize ? last.topics.map(({ label }) => label) : await findLabels(ctx)
  const topics = await Promise.all(labels.map((label) => findNewestOnTopic(ctx, label)))
  const papersAtLabeling = isSimilarSize ? last.papersAtLabeling : paperCount
  return { paperCount, lastChange, topics, papersAtLabeling }
}

const hasSimilarSize = (paperCount: number, before: number): boolean =>
  Math.abs(paperCount - before) * MIN_PAPERS_PER_CHANGE <= before

async function findNewestOnTopic(ctx: Context, label: string): Promise<LibraryTopic> {
  const found = await searchPapers(ctx, {
    query: `TI:"${label}"`,
    sort: 'date',
    from: 0,
    size: MAX_PAPERS_PER_TOPIC,
  })
  return { label, ...found }
}

/** Returns the labels of the topics of a sample of the library, most frequent first. */
async function findLabels(ctx: Context): Promise<string[]> {
  const records = await store.sampleRecords(ctx.db, SAMPLE_SIZE)
  return findTopics(parseWorks(records))
}

function* parseWorks(records: string[]) {
  for (const record of records) yield readWork(record)
}
