import { toHtml } from '../chat/index.ts'
import type { BaseContext } from '../context/context.ts'
import { printReport } from './report/print-report.ts'
import { sharedReport } from './share.service.ts'

/** The page behind an address of a shared report, as one that stands alone; null where there is none. */
export async function sharedPage(base: BaseContext, token: string): Promise<string | null> {
  const report = await sharedReport(base, token)
  return report && toHtml(printReport(report))
}
