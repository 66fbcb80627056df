import type { SearchEngine } from '@scinav/search'
import type { Context } from '../../context/context.ts'
import { cached } from '../../foundation/cached.ts'
import type { Research } from '../research/research.ts'
import { type InTurn, turnsOf } from './turns.ts'

/** Words as they stand, in how many papers, and in what share of these in the title. */
export interface Measured {
  label: string
  papers: number
  in_titles: number
  /** The rarer and the more often in titles, the more a question is about it. */
  worth: number
}

/** What the library tells of words: those that papers are called by are what papers are about. */
export interface Titles {
  engine: SearchEngine
  /** Papers of the library. */
  papers: number
  /** How many papers a search finds. */
  totalOf: (query: string) => Promise<number>
  /** Words as they stand, without what stands for them in the other language. */
  measure: (label: string) => Promise<Measured>
}

export function titlesOf(engine: SearchEngine, inTurn: InTurn): Titles {
  const { papers } = engine.state()
  const known = new Map<string, Promise<Measured>>()
  const countOf = async (query: string, expand: boolean) =>
    (await inTurn(() => engine.search({ query, expand, size: 1 }))).total
  async function measured(label: string): Promise<Measured> {
    const own = await countOf(quoted(label), false)
    const in_titles = own === 0 ? 0 : (await countOf(`TI:${quoted(label)}`, false)) / own
    return { label, papers: own, in_titles, worth: own === 0 ? 0 : in_titles * Math.log(papers / own) }
  }
  return {
    engine,
    papers,
    totalOf: (query) => countOf(query, true),
    measure(label) {
      const made = known.get(label) ?? measured(label)
      known.set(label, made)
      made.catch(() => known.delete(label))
      return made
    },
  }
}

export const quoted = (words: string): string => `"${words.replaceAll('"', '')}"`

const AGE_MS = 60_000
const titles = cached<Context, Titles>(AGE_MS)

/** The same for all searches of a research. */
export const titlesFor = (research: Pick<Research, 'ctx' | 'row' | 'signal'>): Promise<Titles> => {
  const { ctx } = research
  return titles.get(ctx, ctx.now(), async () => titlesOf(await ctx.library.current(), turnsOf(research)))
}
