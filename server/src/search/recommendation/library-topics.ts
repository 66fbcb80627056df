import { readWork } from '@scinav/contract'
import { findTopics } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import { searchPapers } from '../engine/index.ts'
import * as store from './recommend.store.ts'

/** A topic of many papers of the library, labeled as written, with its newest papers. */
interface LibraryTopic {
  label: string
  ids: string[]
  total: number
}

interface TopicSnapshot {
  /** State of the library when the snapshot was taken. */
  papers: number
  change: number
  topics: LibraryTopic[]
  /** Number of papers when the topics were determined. */
  of: number
}

/** Maximum age of the newest papers of a topic while papers arrive, in milliseconds. */
const CACHE_TTL_MS = 10_000
const topicCache = createCache<Context['db'], TopicSnapshot>(CACHE_TTL_MS)

/** Returns the topics of the library, most frequent first; computed once for all users. */
export async function getLibraryTopics(ctx: Context): Promise<LibraryTopic[]> {
  return (await topicCache.get(ctx.db, ctx.now(), (before) => reloadTopics(ctx, before))).topics
}

/**
 * Reloads the topics. An unchanged library keeps its snapshot; the topics themselves are determined anew only when
 * the library has grown or shrunk by more than a fiftieth.
 */
async function reloadTopics(
  ctx: Context,
  before: Promise<TopicSnapshot> | undefined,
): Promise<TopicSnapshot> {
  const { papers, change } = (await ctx.library.current()).state()
  // A previous load that failed has already rejected for its callers.
  const last = await before?.catch(() => undefined)
  if (last?.change === change && last.papers === papers) return last
  const isMuchAsBefore = last && Math.abs(papers - last.of) * 50 <= last.of
  const labels = isMuchAsBefore ? last.topics.map(({ label }) => label) : await findLabels(ctx)
  const topics = await Promise.all(labels.map((label) => findNewestOnTopic(ctx, label)))
  return { papers, change, topics, of: isMuchAsBefore ? last.of : papers }
}

/** Maximum number of papers per topic: enough for several pages, without loading more than that. */
const MAX_PAPERS_PER_TOPIC = 25

async function findNewestOnTopic(ctx: Context, label: string): Promise<LibraryTopic> {
  const found = await searchPapers(ctx, {
    query: `TI:"${label}"`,
    sort: 'date',
    from: 0,
    size: MAX_PAPERS_PER_TOPIC,
  })
  return { label, ...found }
}

/** Number of papers that topics are determined from, spread evenly over the library. */
const SAMPLE_SIZE = 400

async function findLabels(ctx: Context): Promise<string[]> {
  const records = await store.sampleRecords(ctx.db, SAMPLE_SIZE)
  return findTopics(parseWorks(records))
}

function* parseWorks(records: string[]) {
  for (const record of records) yield readWork(record)
}
