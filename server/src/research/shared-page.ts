import { hash } from 'node:crypto'
import { toHtml } from '../chat/chats/index.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { cachedByKey } from '../platform/foundation/cached.ts'
import { printReport } from './report/print-report.ts'
import { toReport } from './report/to-report.ts'
import { type SharedRows, sharedRows } from './share.service.ts'

const MAX_PAGES = 50
const KEPT_MS = 60 * 60_000

const pages = cachedByKey<string>(MAX_PAGES, KEPT_MS)

/**
 * Returns the page behind an address of a shared report, as one that stands alone; null where there is none. It is
 * rendered once for what the report says now; whether the address still holds is looked up each time.
 */
export async function sharedPage(
  base: BaseContext,
  token: string,
  render: (rows: SharedRows) => string = renderPage,
): Promise<string | null> {
  const rows = await sharedRows(base, token)
  if (!rows) return null
  const key = hash('sha256', JSON.stringify(rows), 'hex')
  const now = base.now().getTime()
  const page = pages.get(key, now) ?? render(rows)
  pages.set(key, page, now)
  return page
}

const renderPage = (rows: SharedRows): string => toHtml(printReport(toReport(rows)))
