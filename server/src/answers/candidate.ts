import { readWork } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import type { Context } from '../context/context.ts'
import { recordsBySeqs } from '../papers/index.ts'
import type { FoundPaper } from './evidence.ts'
import * as store from './paper.store.ts'

export interface Candidates {
  /** Best first. */
  papers: FoundPaper[]
  concepts: Concept[]
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
  const index = await ctx.library.current()
  const concepts = await index.concepts(query)
  const { list } = concepts
  if (scope && scope.length <= MOST) return { papers: await papersById(ctx, scope), concepts: list }
  if (list.every(({ papers }) => papers === 0))
    return { papers: scope ? await firstOf(ctx, scope) : [], concepts: list }
  const among = scope ? await store.seqsOf(ctx.db, scope) : null
  const hits = await index.findSaying(concepts, { share: LEAST_SHARE, among, limit: MOST })
  return {
    papers: await readPapers(
      ctx,
      hits.map(({ seq }) => seq),
    ),
    concepts: list,
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
