import { readWork, type Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { identifierKeys } from '../works/index.ts'
import * as links from './citation-link.store.ts'

/**
 * Returns the row of a paper (its id, work id and stored record) with the parsed record as `work`.
 *
 * @throws AppError `paper.not_found`.
 */
export async function requireWork(ctx: Pick<BaseContext, 'db'>, paper_id: string) {
  const [row] = await links.findWorks(ctx.db, [paper_id])
  if (!row) throw new AppError('paper.not_found')
  const work = readWork(row.record)
  return { ...row, work }
}

/**
 * Returns the stored rows of several papers, with their records unparsed and in no particular order; missing papers are
 * omitted.
 */
export const findWorks = ({ db }: Pick<BaseContext, 'db'>, ids: string[]) => links.findWorks(db, ids)

/** Papers of the library that are connected to a paper by citations. */
export interface CitationTies {
  /** Ids of the papers that it cites. */
  cited: string[]
  /** Ids of the papers that cite it. */
  citing: string[]
  /** Papers that share references with it, with the number of references shared. */
  coupled: { paper_id: string; shared: number }[]
}

/**
 * Maximum number of references of a paper that are compared with those of others to find coupled papers; further ones
 * hardly change the result.
 */
const MAX_COMPARED_REFERENCES = 500

/** Returns the citation ties of a paper, at most `limit` papers of each kind; cited and citing ones newest first. */
export async function findCitationTies(
  { db }: Pick<BaseContext, 'db'>,
  { id, work }: { id: string; work: Work },
  limit: number,
): Promise<CitationTies> {
  const referenceKeys = work.reference_ids.map((key) => key.toLowerCase())
  const [cited, citing, coupled] = await Promise.all([
    links.listReferences(db, id, 0, limit),
    links.listCiting(db, id, identifierKeys(work), { offset: 0, limit }),
    links.listCoupled(db, id, referenceKeys.slice(0, MAX_COMPARED_REFERENCES), limit),
  ])
  return { cited: cited.ids, citing: citing.ids, coupled }
}
