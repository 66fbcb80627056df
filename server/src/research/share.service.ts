import { hash, randomBytes } from 'node:crypto'
import type { api, OutputOf, ParsedInputOf, ResearchReport } from '@scinav/contract'
import { toHtml } from '../chat/chats/index.ts'
import type { BaseContext, Context } from '../platform/context/context.ts'
import { createKeyedCache } from '../platform/foundation/cache.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { requireOwnReport } from './guard.ts'
import type { StoredReport } from './report/body.ts'
import { toPrintableReport } from './report/printable-report.ts'
import { viewReport } from './report/view-report.ts'
import * as reports from './run/report.store.ts'
import * as runs from './run/run.store.ts'
import * as shares from './run/share.store.ts'

type Calls = typeof api.deepResearch

const DAY_MS = 24 * 60 * 60_000
const TOKEN_BYTES = 32
/** Matches the token after `/share/`: `TOKEN_BYTES` random bytes in base64url. */
const SHARE_TOKEN = /^[\w-]{43}$/

const tokenHash = (token: string) => hash('sha256', token, 'hex')

const isSharingEnabled = ({ config }: Pick<BaseContext, 'config'>) => config.REPORT_SHARING === 'on'

/**
 * Creates a public page of a report; an existing share is replaced. Only the hash of the token is stored.
 *
 * @throws AppError `report.not_found`; `report.sharing_off` when the operator has disabled sharing.
 */
export async function shareReport(
  ctx: Context,
  { id, expires_in_days }: ParsedInputOf<Calls['share']>,
): Promise<OutputOf<Calls['share']>> {
  const { report } = await requireOwnReport(ctx, { report_id: id })
  if (!isSharingEnabled(ctx)) throw new AppError('report.sharing_off')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = ctx.now()
  const share = {
    id: ctx.newId(),
    created_at: now.toISOString(),
    expires_at:
      expires_in_days === undefined ? null : new Date(now.getTime() + expires_in_days * DAY_MS).toISOString(),
  }
  await shares.save(ctx.db, {
    ...share,
    report_id: report.id,
    user_id: ctx.actor.id,
    token_hash: tokenHash(token),
  })
  const { id: share_id, ...times } = share
  return { share_id, ...times, path: `/share/${token}` }
}

/**
 * Returns the valid share of a report of the caller, and whether sharing is enabled.
 *
 * @throws AppError `report.not_found`.
 */
export async function getReportShare(
  ctx: Context,
  { id }: ParsedInputOf<Calls['shared']>,
): Promise<OutputOf<Calls['shared']>> {
  const { report } = await requireOwnReport(ctx, { report_id: id })
  const row = await shares.findByReport(ctx.db, report.id)
  const share =
    row && !isExpired(ctx, row)
      ? { share_id: row.id, created_at: row.created_at, expires_at: row.expires_at }
      : null
  return { allowed: isSharingEnabled(ctx), share }
}

/**
 * Ends the sharing of a report of the caller.
 *
 * @throws AppError `report.not_found`.
 */
export async function unshareReport(ctx: Context, { id }: ParsedInputOf<Calls['unshare']>): Promise<null> {
  const { report } = await requireOwnReport(ctx, { report_id: id })
  await shares.remove(ctx.db, report.id)
  return null
}

const isExpired = (ctx: Pick<BaseContext, 'now'>, { expires_at }: { expires_at: string | null }) =>
  expires_at !== null && expires_at <= ctx.now().toISOString()

/** Returns the report behind a token; null when there is no valid share. */
async function findShared(base: BaseContext, token: string): Promise<StoredReport | null> {
  if (!isSharingEnabled(base) || !SHARE_TOKEN.test(token)) return null
  const share = await shares.findByTokenHash(base.db, tokenHash(token))
  if (!share || isExpired(base, share)) return null
  const report = await reports.findById(base.db, share.report_id)
  const run = report && (await runs.findById(base.db, report.run_id))
  return report && run ? { report, run } : null
}

/** Maximum number of rendered pages in the cache. */
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
  render: (report: ResearchReport) => string = renderReport,
): Promise<string | null> {
  const rows = await findShared(base, token)
  if (!rows) return null
  const report = await viewReport(base, rows)
  const key = hash('sha256', JSON.stringify(report), 'hex')
  const now = base.now().getTime()
  const page = pageCache.get(key, now) ?? render(report)
  pageCache.set(key, page, now)
  return page
}

const renderReport = (report: ResearchReport): string => toHtml(toPrintableReport(report))
