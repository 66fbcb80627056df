import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noOutput, optionalWholeNumber, time } from './shapes.ts'

const MAX_SHARE_DAYS = 365

const reportShare = z.object({
  share_id: id,
  created_at: time,
  /** Null: the share is valid until it is revoked. */
  expires_at: time.nullable(),
})

const MENU = '/deepResearch'
const sharedReport = { kind: z.literal('report').default('report'), id }

/**
 * Calls about read-only pages of reports, which anyone with the address can open. For the flags of a call see
 * `Endpoint`.
 */
export const reportSharingApi = {
  share: {
    method: 'POST',
    path: '/api/share',
    access: 'user',
    menu: MENU,
    summary:
      'Makes a read-only page of a report, `/share/…`; an earlier one of it stops. Only this answer tells its path',
    input: z.object({ ...sharedReport, expires_in_days: optionalWholeNumber(1, MAX_SHARE_DAYS) }),
    output: reportShare.extend({ path: z.string() }),
    extra: true,
  },
  shared: {
    method: 'GET',
    path: '/api/share',
    access: 'user',
    menu: MENU,
    summary: 'Whether the operator allows pages of reports, and the one that there is of a report',
    input: z.object(sharedReport),
    output: z.object({ allowed: z.boolean(), share: reportShare.nullable() }),
    extra: true,
  },
  unshare: {
    method: 'DELETE',
    path: '/api/share',
    access: 'user',
    menu: MENU,
    summary: 'Takes the page of a report back; its address leads nowhere then',
    input: z.object(sharedReport),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
