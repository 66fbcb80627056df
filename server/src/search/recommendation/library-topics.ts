import { readWork } from '@scinav/contract'
import { findTopics } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import { searchPapers } from '../engine/index.ts'
import * as store from './recommend.store.ts'

/** What many papers of the library are about, as it is written, and the newest of them. */
interface LibraryTopic {
  label: string
  ids: string[]
  total: number
}

interface TopicSnapshot {
  /** What the library was when it was asked. */
  papers: number
  change: number
  topics: LibraryTopic[]
  /** How many papers it had when the topics were found. */
  of: number
}

/** While papers come in, the newest of a topic are as old as this at most. */
const CACHE_TTL_MS = 10_000
const topicCache = createCache<Context['db'], TopicSnapshot>(CACHE_TTL_MS)

/** What the library is about, most frequent first, read once for everybody. */
export async function getLibraryTopics(ctx: Context): Promise<LibraryTopic[]> {
  return (await topicCache.get(ctx.db, ctx.now(), (before) => reloadTopics(ctx, before))).topics
}

/** Of a library that has not changed nothing; found anew when it has grown or shrunk by a fiftieth. */
async function reloadTopics(
  ctx: Context,
  before: Promise<TopicSnapshot> | undefined,
): Promise<TopicSnapshot> {
  const { papers, change } = (await ctx.library.current()).state()
  // One that failed told so to those who waited for it.
  const last = await before?.catch(() => undefined)
  if (last?.change === change && last.papers === papers) return last
  const isMuchAsBefore = last && Math.abs(papers - last.of) * 50 <= last.of
  const labels = isMuchAsBefore ? last.topics.map(({ label }) => label) : await findLabels(ctx)
  const topics = await Promise.all(labels.map((label) => findNewestOnTopic(ctx, label)))
  return { papers, change, topics, of: isMuchAsBefore ? last.of : papers }
}

/** Of each topic: enough for pages, and no more to be looked up than that. */
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

/** Papers that are read for it, spread evenly over the library. */
const SAMPLE_SIZE = 400

async function findLabels(ctx: Context): Promise<string[]> {
  const records = await store.sampleRecords(ctx.db, SAMPLE_SIZE)
  return findTopics(parseWorks(records))
}

function* parseWorks(records: string[]) {
  for (const record of records) yield readWork(record)
}
