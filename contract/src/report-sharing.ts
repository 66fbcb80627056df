import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, nothing, optionalWhole, time } from './shapes.ts'

const LONGEST_DAYS = 365

const share = z.object({
  share_id: id,
  created_at: time,
  /** Null: until it is taken back. */
  expires_at: time.nullable(),
})

const MENU = '/deepResearch'
const ofReport = { kind: z.literal('report').default('report'), id }

/** Read-only pages of reports, for whoever has the address. */
export const reportSharingApi = {
  share: {
    method: 'POST',
    path: '/api/share',
    access: 'user',
    menu: MENU,
    summary:
      'Makes a read-only page of a report, `/share/…`; an earlier one of it stops. Only this answer tells its path',
    input: z.object({ ...ofReport, expires_in_days: optionalWhole(1, LONGEST_DAYS) }),
    output: share.extend({ path: z.string() }),
    extra: true,
  },
  shared: {
    method: 'GET',
    path: '/api/share',
    access: 'user',
    menu: MENU,
    summary: 'Whether the operator allows pages of reports, and the one that there is of a report',
    input: z.object(ofReport),
    output: z.object({ allowed: z.boolean(), share: share.nullable() }),
    extra: true,
  },
  unshare: {
    method: 'DELETE',
    path: '/api/share',
    access: 'user',
    menu: MENU,
    summary: 'Takes the page of a report back; its address leads nowhere then',
    input: z.object(ofReport),
    output: nothing,
    extra: true,
  },
} satisfies Endpoints
