import type { SearchEngine } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import type { Research } from '../research/research.ts'
import { type RunInTurn, searchQueueOf } from './search-queue.ts'

/** Words as they stand, in how many papers, and what share of these is called by them: in its title or its keywords. */
export interface TermStatistics {
  label: string
  papers: number
  called: number
  /** The rarer it is and the more papers are called by it, the more a question is about it. */
  worth: number
}

/** What the library tells of words: those that papers are called by are what papers are about. */
export interface TitleStatistics {
  engine: SearchEngine
  /** Papers of the library. */
  papers: number
  /** How many papers a search finds. */
  totalOf: (query: string) => Promise<number>
  /** Words as they stand, without what stands for them in the other language. */
  measure: (label: string) => Promise<TermStatistics>
  /** How many papers have just these words as a keyword. */
  filedUnder: (label: string) => Promise<number>
}

export function createTitleStatistics(engine: SearchEngine, inTurn: RunInTurn): TitleStatistics {
  const { papers } = engine.state()
  const known = new Map<string, Promise<TermStatistics>>()
  const countOf = async (query: string, expand: boolean) =>
    (await inTurn(() => engine.search({ query, expand, size: 1 }))).total
  async function measured(label: string): Promise<TermStatistics> {
    const own = await countOf(quotePhrase(label), false)
    if (own === 0) return { label, papers: 0, called: 0, worth: 0 }
    const called = (await countOf(`TI:${quotePhrase(label)} OR KY:${quotePhrase(label)}`, false)) / own
    return { label, papers: own, called, worth: called * Math.log(papers / own) }
  }
  return {
    engine,
    papers,
    totalOf: (query) => countOf(query, true),
    filedUnder: async (label) =>
      (await inTurn(() => engine.search({ query: '', filters: { keyword: [label] }, size: 1 }))).total,
    measure(label) {
      const made = known.get(label) ?? measured(label)
      known.set(label, made)
      made.catch(() => known.delete(label))
      return made
    },
  }
}

export const quotePhrase = (words: string): string => `"${words.replaceAll('"', '')}"`

const CACHE_TTL_MS = 60_000
const statisticsCache = createCache<Context, TitleStatistics>(CACHE_TTL_MS)

/** The same for all searches of a research. */
export const getTitleStatistics = (
  research: Pick<Research, 'ctx' | 'row' | 'signal'>,
): Promise<TitleStatistics> => {
  const { ctx } = research
  return statisticsCache.get(ctx, ctx.now(), async () =>
    createTitleStatistics(await ctx.library.current(), searchQueueOf(research)),
  )
}
