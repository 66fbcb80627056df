import { readWork } from '@scinav/contract'
import type { EngineRequest, PaperIndex, Plan } from '@scinav/search'
import type { Context } from '../context.ts'
import { recordsBySeqs } from '../papers/record.service.ts'
import { prepareSearch } from '../papers/search.service.ts'
import type { FoundPaper } from './evidence.ts'
import * as store from './paper.store.ts'
import { isChineseOnly, lengthFactor, piecesOf, type Unit, unitsOf } from './units.ts'

export interface Candidates {
  /** Best first. */
  papers: FoundPaper[]
  units: Unit[]
}

const MOST = 60
/** A paper has to say so much of what is asked; how much of it is told is judged later, passage by passage. */
const LEAST_SHARE = 0.35

/** The papers that fit a query best, and what the query asks for. `scope` null is the whole library. */
export async function findCandidates(
  ctx: Context,
  query: string,
  scope: string[] | null,
): Promise<Candidates> {
  const { index, request } = await prepareSearch(ctx, { query })
  const plans = query === '' ? [] : unitsOf(request.plan)
  const units = await weigh(index, request, plans)
  if (scope && scope.length <= MOST) return { papers: await papersById(ctx, scope), units }
  if (units.every(({ papers }) => papers === 0))
    return { papers: scope ? await firstOf(ctx, scope) : [], units }
  const within = scope ? [seqPlan(await store.seqsOf(ctx.db, scope))] : []
  // What nobody says finds nothing and would only raise the bar.
  const said = units.filter(({ papers }) => papers > 0).map(({ plan }) => plan)
  const weak: Plan = { op: 'weak', parts: said, share: LEAST_SHARE }
  const plan: Plan = within.length > 0 ? { op: 'and', parts: [weak, ...within] } : weak
  const { hits } = await index.search({ ...request, plan, top: MOST })
  return {
    papers: await readPapers(
      ctx,
      hits.map(({ seq }) => seq),
    ),
    units,
  }
}

/** Papers that exist, in the order of the ids. */
export async function papersById(ctx: Pick<Context, 'db'>, ids: string[]): Promise<FoundPaper[]> {
  return readPapers(ctx, await store.seqsOf(ctx.db, ids), ids)
}

const FIRST = 8

async function firstOf(ctx: Context, scope: string[]): Promise<FoundPaper[]> {
  const first = scope.slice(0, FIRST)
  return papersById(ctx, first)
}

/** Rarer than this nothing counts: a word that nobody uses would outweigh all that the question is about. */
const RAREST = 3
/** A Chinese word that has no translation tells less: papers in English cannot say it. */
const ONE_LANGUAGE = 0.6

/**
 * Each thing weighs as much as it is rare (Robertson and Spärck Jones), its translations counted with it. A run of
 * Chinese that is no term is asked for piece by piece.
 */
async function weigh(index: PaperIndex, request: EngineRequest, plans: Plan[]): Promise<Unit[]> {
  const { papers } = index.state()
  const count = async (plan: Plan) =>
    (await index.search({ ...request, plan, pairs: [], filters: [], top: 0 })).total
  const weightOf = (plan: Plan, total: number) => {
    const frequency = Math.max(total, Math.min(RAREST, papers / 2))
    const idf = Math.log(1 + (papers - frequency + 0.5) / (frequency + 0.5)) * lengthFactor(plan)
    return isChineseOnly(plan) ? idf * ONE_LANGUAGE : idf
  }
  const units = await Promise.all(
    plans.map(async (plan) => {
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
  return units.flat()
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

/** Records in the order of the numbers, or of `ids`. */
async function readPapers(ctx: Pick<Context, 'db'>, seqs: number[], ids?: string[]): Promise<FoundPaper[]> {
  const rows = await recordsBySeqs(ctx, seqs)
  const place = ids ? new Map(ids.map((id, at) => [id, at])) : null
  const bySeq = new Map(seqs.map((seq, at) => [seq, at]))
  const at = (row: (typeof rows)[number]) => place?.get(row.id) ?? bySeq.get(Number(row.seq)) ?? 0
  return rows
    .toSorted((a, b) => at(a) - at(b))
    .map((row) => ({
      source_id: row.id,
      paper_id: row.id,
      engine: 'local',
      work: readWork(row.record),
    }))
}
