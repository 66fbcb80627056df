import { readWork } from '@scinav/contract'
import { cached } from '../cached.ts'
import type { Context } from '../context.ts'
import { emptyGathered, frequentTerms, type Gathered, gather, mostFrequent } from './interest-terms.ts'
import { isGeneral, termKey } from './phrases.ts'
import * as store from './recommend.store.ts'
import { searchPapers } from './search.service.ts'

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

/** Papers that are read for it, spread evenly over the library; from fewer nothing can be told. */
const SAMPLE = 400
const LEAST = 30
const CANDIDATES = 40
const SHOWN = 12

async function findLabels(ctx: Context): Promise<string[]> {
  const gathered = emptyGathered()
  for (const record of await store.spreadRecords(ctx.db, SAMPLE)) {
    gather(gathered, readWork(record))
    if (gathered.papers.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (gathered.papers.length < LEAST) return []
  const labels = frequentTerms(gathered, '', CANDIDATES)
    .map(({ label }) => label)
    .filter(isTopic)
    .flatMap((label) => completed(label, gathered) ?? [])
  return [...new Map(labels.map((label) => [termKey(label), label])).values()].slice(0, SHOWN)
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

/** Where more of a phrase's papers than this go on with another word, it is only the beginning of one. */
const GOES_ON = 0.6

/** A phrase, or the longer one that it begins: "statistical machine" is never all that is said. */
function completed(label: string, { papers, spellings }: Gathered): string | null {
  const begun = `${termKey(label)} `
  const having = papers.filter(({ keys }) => keys.has(termKey(label)))
  const longer = having.map(({ keys }) => [...keys].filter((key) => key.startsWith(begun)))
  if (longer.filter(({ length }) => length > 0).length <= having.length * GOES_ON) return label
  const counts = Map.groupBy(longer.flat(), (key) => key)
  const [first] = [...counts].sort((a, b) => b[1].length - a[1].length)
  if (!first || first[1].length < 2) return null
  const spelling = mostFrequent(spellings.get(first[0])?.labels ?? new Map())
  return spelling && isTopic(spelling) ? spelling : null
}
