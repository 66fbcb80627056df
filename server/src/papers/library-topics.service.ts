import type { Work } from '@scinav/contract'
import type { Context } from '../context.ts'
import { emptyGathered, frequentTerms, gather } from './interest-terms.ts'
import { isGeneral } from './phrases.ts'
import * as store from './recommend.store.ts'

/** What many papers of the library are about, as it is written. */
type LibraryTopic = string

/** Papers that are read for it, spread evenly over the library; from fewer nothing can be told. */
const SAMPLE = 400
const LEAST = 30
const CANDIDATES = 40
const SHOWN = 12

const kept = new WeakMap<Context['db'], { papers: number; topics: Promise<LibraryTopic[]> }>()

/** What the library is about, most frequent first; found anew when it has grown or shrunk by a tenth. */
export async function libraryTopics(ctx: Context): Promise<LibraryTopic[]> {
  const { papers } = (await ctx.library.current()).state()
  const known = kept.get(ctx.db)
  if (known && Math.abs(papers - known.papers) * 10 <= known.papers) return known.topics
  const topics = findTopics(ctx)
  const entry = { papers, topics }
  kept.set(ctx.db, entry)
  topics.catch(() => kept.get(ctx.db) === entry && kept.delete(ctx.db))
  return topics
}

async function findTopics(ctx: Context): Promise<LibraryTopic[]> {
  const gathered = emptyGathered()
  for (const record of await store.spreadRecords(ctx.db, SAMPLE)) {
    const work: Work = JSON.parse(record)
    gather(gathered, work)
    if (gathered.papers.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (gathered.papers.length < LEAST) return []
  return frequentTerms(gathered, '', CANDIDATES)
    .map(({ label }) => label)
    .filter(isTopic)
    .slice(0, SHOWN)
}

/** Whole words, two or more of them, and not only such as any title may have. */
function isTopic(label: string): boolean {
  if (/\p{Script=Han}/u.test(label)) return /^[\p{L}\p{N}]{3,12}$/u.test(label) && !isGeneral(label)
  const words = label.toLowerCase().split(' ')
  return (
    /^\p{L}[\p{L}\p{N}-]+(?: \p{L}[\p{L}\p{N}-]+){1,3}$/u.test(label) &&
    words.some((word) => !isGeneral(word))
  )
}
