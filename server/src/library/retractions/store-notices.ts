import type { BaseContext } from '../../platform/context/context.ts'
import * as store from './notice.store.ts'
import type { StorableNotice } from './read-notices.ts'

/** Numbers of notices that were new (`added`), replaced a stored version (`merged`), or were stored already. */
interface StoredCounts {
  added: number
  merged: number
  unchanged: number
}

type StoredNotice = Omit<store.NoticeTableRow, 'alert_due'>

/** Converts a notice to its row, without the mark whether people are still to be told of it. */
const toStored = ({ id, work, kind, date, reasons, doi, url, title }: StorableNotice): StoredNotice => ({
  id,
  doi: work.doi,
  pmid: work.pmid,
  kind,
  date,
  reasons: JSON.stringify(reasons),
  notice_doi: doi,
  notice_url: url,
  title,
})

/** Returns whether a stored row has the same values, whatever its mark. */
function isEqual(known: store.NoticeTableRow, row: StoredNotice): boolean {
  // `Object.keys` types its result as strings.
  return (Object.keys(row) as (keyof StoredNotice)[]).every((key) => known[key] === row[key])
}

/**
 * Stores notices: new ones and those that changed are due for alerts, equal ones stay as they are. Of several with one
 * id the last one counts. Call it in a transaction, with a bounded number.
 */
export async function storeNotices(
  ctx: Pick<BaseContext, 'db'>,
  notices: readonly StorableNotice[],
): Promise<StoredCounts> {
  const rows = [...new Map(notices.map((notice) => [notice.id, toStored(notice)])).values()]
  const storedRows = await store.findByIds(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const known = new Map(storedRows.map((row) => [row.id, row]))
  const changed = rows.filter((row) => {
    const old = known.get(row.id)
    return !old || !isEqual(old, row)
  })
  const merged = changed.filter(({ id }) => known.has(id)).map(({ id }) => id)
  await store.replaceNotices(
    ctx.db,
    changed.map((row) => ({ ...row, alert_due: 1 as const })),
    merged,
  )
  return {
    added: changed.length - merged.length,
    merged: merged.length,
    unchanged: notices.length - changed.length,
  }
}
