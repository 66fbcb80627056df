import { readWork } from '@scinav/contract'
import { topicsOf } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { cached } from '../../platform/foundation/cached.ts'
import { searchPapers } from '../engine/index.ts'
import * as store from './recommend.store.ts'

/** What many papers of the library are about, as it is written, and the newest of them. */
interface LibraryTopic {
  label: string
  ids: string[]
  total: number
}

interface Read {
  /** What the library was when it was asked. */
  papers: number
  change: number
  topics: LibraryTopic[]
  /** How many papers it had when the topics were found. */
  of: number
}

/** While papers come in, the newest of a topic are as old as this at most. */
const AGE_MS = 10_000
const readings = cached<Context['db'], Read>(AGE_MS)

/** What the library is about, most frequent first, read once for everybody. */
export async function libraryTopics(ctx: Context): Promise<LibraryTopic[]> {
  return (await readings.get(ctx.db, ctx.now(), (before) => readAgain(ctx, before))).topics
}

/** Of a library that has not changed nothing; found anew when it has grown or shrunk by a fiftieth. */
async function readAgain(ctx: Context, before: Promise<Read> | undefined): Promise<Read> {
  const { papers, change } = (await ctx.library.current()).state()
  // One that failed told so to those who waited for it.
  const last = await before?.catch(() => undefined)
  if (last?.change === change && last.papers === papers) return last
  const isMuchAsBefore = last && Math.abs(papers - last.of) * 50 <= last.of
  const labels = isMuchAsBefore ? last.topics.map(({ label }) => label) : await findLabels(ctx)
  const topics = await Promise.all(labels.map((label) => newestOn(ctx, label)))
  return { papers, change, topics, of: isMuchAsBefore ? last.of : papers }
}

/** Of each topic: enough for pages, and no more to be looked up than that. */
const OF_TOPIC = 25

async function newestOn(ctx: Context, label: string): Promise<LibraryTopic> {
  const found = await searchPapers(ctx, { query: `TI:"${label}"`, sort: 'date', from: 0, size: OF_TOPIC })
  return { label, ...found }
}

/** Papers that are read for it, spread evenly over the library. */
const SAMPLE = 400

async function findLabels(ctx: Context): Promise<string[]> {
  const records = await store.spreadRecords(ctx.db, SAMPLE)
  return topicsOf(worksOf(records))
}

function* worksOf(records: string[]) {
  for (const record of records) yield readWork(record)
}
