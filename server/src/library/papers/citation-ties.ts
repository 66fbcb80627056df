import { readWork, type Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { identifierKeys } from '../works/index.ts'
import * as links from './citation-link.store.ts'

/**
 * Returns a paper with its parsed record.
 *
 * @throws AppError `paper.not_found`.
 */
export async function requireWork(ctx: Pick<BaseContext, 'db'>, paper_id: string) {
  const [row] = await links.findWorks(ctx.db, [paper_id])
  if (!row) throw new AppError('paper.not_found')
  const work = readWork(row.record)
  return { ...row, work }
}

/** Returns records and work ids of these papers in no particular order. */
export const findWorks = ({ db }: Pick<BaseContext, 'db'>, ids: string[]) => links.findWorks(db, ids)

/** Papers connected to a paper by citations. */
export interface CitationTies {
  /** Papers that it cites, and papers that cite it. */
  cited: string[]
  citing: string[]
  /** Papers that share references with it, with the number shared. */
  coupled: { paper_id: string; shared: number }[]
}

/** Maximum number of references compared; further ones hardly change the result. */
const MAX_REFERENCES = 500

/** Returns the citation ties of a paper, at most `limit` papers of each kind. */
export async function findCitationTies(
  { db }: Pick<BaseContext, 'db'>,
  { id, work }: { id: string; work: Work },
  limit: number,
): Promise<CitationTies> {
  const keys = work.reference_ids.map((key) => key.toLowerCase())
  const [cited, citing, coupled] = await Promise.all([
    links.listReferences(db, id, 0, limit),
    links.listCiting(db, id, identifierKeys(work), { offset: 0, limit }),
    links.listCoupled(db, id, keys.slice(0, MAX_REFERENCES), limit),
  ])
  return { cited: cited.ids, citing: citing.ids, coupled }
}
