import { hash } from 'node:crypto'
import { toHtml } from '../chat/chats/index.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { createKeyedCache } from '../platform/foundation/cache.ts'
import { printReport } from './report/print-report.ts'
import { toReportView } from './report/to-report.ts'
import { findShared, type SharedRows } from './share.service.ts'

const MAX_PAGES = 50
const CACHE_TTL_MS = 60 * 60_000

const pageCache = createKeyedCache<string>(MAX_PAGES, CACHE_TTL_MS)

/**
 * Returns the page behind a token of a shared report as a self-contained document; null when there is none. The page is
 * cached by the content of the report; the validity of the token is checked on each call.
 */
export async function renderSharedPage(
  base: BaseContext,
  token: string,
  render: (rows: SharedRows) => string = renderReport,
): Promise<string | null> {
  const rows = await findShared(base, token)
  if (!rows) return null
  const key = hash('sha256', JSON.stringify(rows), 'hex')
  const now = base.now().getTime()
  const page = pageCache.get(key, now) ?? render(rows)
  pageCache.set(key, page, now)
  return page
}

const renderReport = (rows: SharedRows): string => toHtml(printReport(toReportView(rows)))
