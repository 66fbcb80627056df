import type { Plan } from '../planning/plan.ts'
import { type Narrowed, planSearch } from '../planning/plan-search.ts'
import { type Hit, requestOf } from '../planning/request.ts'
import type { TermIndex } from '../planning/term-index.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'
import { allOf } from '../planning/word-plans.ts'
import {
  type Concept,
  type Concepts,
  conceptPlans,
  isChineseOnly,
  lengthFactor,
  piecesOf,
  type Saying,
} from './concept.ts'

/** Rarer than this nothing counts: a word that nobody uses would outweigh all that the question is about. */
const RAREST = 3

/**
 * The things a query is about. Each weighs as much as it is rare (Robertson and Spärck Jones) among the papers of a
 * language that can say it, its translations counted with it. A run of Chinese that is no term is asked for piece by piece.
 */
export async function conceptsOf(index: TermIndex, vocabulary: Vocabulary, query: string): Promise<Concepts> {
  if (query === '') return { list: [], pairs: [] }
  const known = { ...vocabulary, terms: vocabulary.words }
  const { understood, pairs } = planSearch({ query }, index.values(), known)
  const { papers } = index.state()
  const chinese = await countIn(index, CHINESE)
  const count = async (plan: Plan) => (await index.search(requestOf(plan))).total
  const weightOf = (plan: Plan, total: number) => {
    const among = Math.max(isChineseOnly(plan) ? chinese : papers, total)
    const frequency = Math.max(total, Math.min(RAREST, among / 2))
    return Math.log(1 + (among - frequency + 0.5) / (frequency + 0.5)) * lengthFactor(plan)
  }
  const concepts = await Promise.all(
    conceptPlans(understood.plan).map(async (plan) => {
      const total = await count(plan)
      const pieces = piecesOf(plan, total > 0)
      if (pieces.length === 0) return [{ plan, weight: weightOf(plan, total), papers: total }]
      const totals = await Promise.all(pieces.map(count))
      // Together they weigh as the run would, but more than the rarest of them for each further word.
      const share = 1 / Math.sqrt(pieces.length)
      return pieces.map((piece, at) => {
        const papers = totals[at] ?? 0
        return { plan: piece, weight: weightOf(piece, papers) * share, papers }
      })
    }),
  )
  return { list: concepts.flat(), pairs }
}

const CHINESE = 'zh'

/** Papers in a language. */
async function countIn(index: TermIndex, language: string): Promise<number> {
  const number = index.values().language.numberOf(language)
  if (number === undefined) return 0
  return (await index.search(requestOf({ op: 'values', column: 'language', numbers: [number] }))).total
}

/**
 * Papers that say at least a share of what some concepts weigh; what nobody says would only raise the bar. What has no
 * word in English is left out for those that say the rest.
 */
export async function findSaying(
  index: TermIndex,
  { list, pairs }: Concepts,
  { share, among, limit }: Saying,
  narrowed: Narrowed,
): Promise<Hit[]> {
  const said = list.filter(({ papers }) => papers > 0)
  const english = said.filter(({ plan }) => !isChineseOnly(plan))
  const find = async (concepts: Concept[]): Promise<Hit[]> => {
    if (concepts.length === 0) return []
    const enough: Plan = { op: 'min_should_match', parts: concepts.map(({ plan }) => plan), share }
    const parts = [enough, ...(among ? [seqPlan(among)] : []), ...narrowed.parts]
    const { filters } = narrowed
    return (await index.search({ ...requestOf(allOf(parts)), pairs, filters, limit })).hits
  }
  const [all, others] = await Promise.all([find(said), english.length < said.length ? find(english) : []])
  const known = new Set(all.map(({ seq }) => seq))
  const both = [...all, ...others.filter(({ seq }) => !known.has(seq))]
  return both.toSorted((a, b) => b.score - a.score).slice(0, limit)
}

/** Papers by number, neighbours as one range. */
function seqPlan(seqs: number[]): Plan {
  const ranges: [number, number][] = []
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && seq <= last[1] + 1) last[1] = seq
    else ranges.push([seq, seq])
  }
  return { op: 'or', parts: ranges.map(([from, to]): Plan => ({ op: 'range', column: 'seq', from, to })) }
}
