import type { SearchEngine } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import type { Research } from '../run/research.ts'
import { type RunInTurn, searchQueueOf } from './search-queue.ts'

/** Statistics of a phrase of the library. */
export interface TermStatistics {
  label: string
  /** Number of papers that contain the phrase. */
  papers: number
  /** Share of these papers that have it in the title or keywords, 0–1. */
  titleShare: number
  /** Importance of the phrase for a question: `titleShare` · ln(papers of the library / papers with the phrase). */
  worth: number
}

/** Statistics of the library on phrases; phrases in titles and keywords indicate subjects of papers. */
export interface TitleStatistics {
  engine: SearchEngine
  /** Number of papers in the library. */
  papers: number
  /** Returns the number of papers that a query finds. */
  totalOf: (query: string) => Promise<number>
  /** Returns the statistics of a phrase, without its counterparts in the other language. */
  measure: (label: string) => Promise<TermStatistics>
  /** Returns the number of papers that have exactly this phrase as a keyword. */
  countKeyword: (label: string) => Promise<number>
}

/** Creates statistics on an engine; phrases are measured once, and each search waits for its turn. */
export function createTitleStatistics(engine: SearchEngine, inTurn: RunInTurn): TitleStatistics {
  const { papers } = engine.state()
  const cache = new Map<string, Promise<TermStatistics>>()
  const countOf = async (query: string, expand: boolean) =>
    (await inTurn(() => engine.search({ query, expand, size: 1 }))).total
  async function measurePhrase(label: string): Promise<TermStatistics> {
    const phrase = quotePhrase(label)
    const withPhrase = await countOf(phrase, false)
    if (withPhrase === 0) return { label, papers: 0, titleShare: 0, worth: 0 }
    const titleShare = (await countOf(`TI:${phrase} OR KY:${phrase}`, false)) / withPhrase
    return { label, papers: withPhrase, titleShare, worth: titleShare * Math.log(papers / withPhrase) }
  }
  return {
    engine,
    papers,
    totalOf: (query) => countOf(query, true),
    countKeyword: async (label) =>
      (await inTurn(() => engine.search({ query: '', filters: { keyword: [label] }, size: 1 }))).total,
    measure(label) {
      const statistics = cache.get(label) ?? measurePhrase(label)
      cache.set(label, statistics)
      statistics.catch(() => cache.delete(label))
      return statistics
    },
  }
}

/** Quotes words as a phrase of the query language. */
export const quotePhrase = (words: string): string => `"${words.replaceAll('"', '')}"`

/** How long the statistics are kept in memory. */
const CACHE_TTL_MS = 60_000
const statisticsCache = createCache<Context, TitleStatistics>(CACHE_TTL_MS)

/** Returns the statistics shared by all searches of a run. */
export const getTitleStatistics = (
  research: Pick<Research, 'ctx' | 'row' | 'signal'>,
): Promise<TitleStatistics> => {
  const { ctx } = research
  return statisticsCache.get(ctx, ctx.now(), async () =>
    createTitleStatistics(await ctx.library.current(), searchQueueOf(research)),
  )
}
