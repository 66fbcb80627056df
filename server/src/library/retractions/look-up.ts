import type { Work, WorkNotice } from '@scinav/contract'
import { normalizeDoi } from '@scinav/contract/doi'
import { normalizePmid } from '@scinav/formats'
import type { BaseContext } from '../../platform/context/context.ts'
import * as store from './notice.store.ts'
import { findStandingNotice } from './standing.ts'

type NoticeCounts = Record<WorkNotice['kind'], number> & { newest: string | null }

/** Counts the notices of each kind, and returns the date of the newest one. */
export async function countNoticesByKind({ db }: Pick<BaseContext, 'db'>): Promise<NoticeCounts> {
  const counts: NoticeCounts = { retracted: 0, concern: 0, corrected: 0, reinstated: 0, newest: null }
  for (const { kind, count, newest } of await store.countNotices(db)) {
    counts[kind] = count
    if ((newest ?? '') > (counts.newest ?? '')) counts.newest = newest
  }
  return counts
}

/** The identifiers of a work, in any spelling. */
interface WorkIdentifiers {
  doi?: string | null | undefined
  pmid?: string | null | undefined
}

const toNotice = ({ kind, date, reasons, notice_doi, notice_url }: store.NoticeTableRow): WorkNotice => ({
  kind,
  date,
  reasons: JSON.parse(reasons),
  doi: notice_doi,
  url: notice_doi === null ? notice_url : `https://doi.org/${encodeURI(notice_doi)}`,
})

/**
 * Looks up works in the notices, in two statements for any number of works up to 1,000. Returns for each work, in
 * order, the notice that stands, or null when there is none. PubMed numbers count where they do not contradict the
 * DOIs.
 */
export async function lookUpStatus(
  ctx: Pick<BaseContext, 'db'>,
  works: readonly WorkIdentifiers[],
): Promise<(WorkNotice | null)[]> {
  const keys = works.map(({ doi, pmid }) => ({ doi: normalizeDoi(doi), pmid: normalizePmid(pmid) }))
  const dois = new Set(keys.flatMap(({ doi }) => doi ?? []))
  const pmids = new Set(keys.flatMap(({ pmid }) => pmid ?? []))
  const [ofDois, ofPmids] = await Promise.all([
    dois.size > 0 ? store.findByDois(ctx.db, dois) : [],
    pmids.size > 0 ? store.findByPmids(ctx.db, pmids) : [],
  ])
  if (ofDois.length + ofPmids.length === 0) return keys.map(() => null)
  const byDoi = Map.groupBy(ofDois, (row) => row.doi)
  const byPmid = Map.groupBy(ofPmids, (row) => row.pmid)
  return keys.map(({ doi, pmid }) => {
    const withDoi = doi === null ? [] : (byDoi.get(doi) ?? [])
    const withPmid = pmid === null ? [] : (byPmid.get(pmid) ?? [])
    // Those with the DOI of the work are in `withDoi` already; another DOI means another work.
    const withPmidOnly = withPmid.filter((row) => row.doi === null || doi === null)
    return findStandingNotice([...withDoi, ...withPmidOnly].map(toNotice))
  })
}

/** Looks up records of works as `lookUpStatus` does: a notice or null for each, in order. */
export const lookUpWorks = (
  ctx: Pick<BaseContext, 'db'>,
  works: readonly Pick<Work, 'doi' | 'external_ids'>[],
): Promise<(WorkNotice | null)[]> =>
  lookUpStatus(
    ctx,
    works.map(({ doi, external_ids }) => ({ doi, pmid: external_ids.pmid })),
  )
