import type { PersonalData } from '../context/personal-data.ts'
import * as notices from './notice.store.ts'

/** How long notices are kept, read or not. */
const NOTICE_TTL_MS = 90 * 24 * 60 * 60_000

/** Exports a person's notices, and deletes notices after 90 days. */
export const noticeData: PersonalData = {
  export: [
    {
      file: 'notices.json',
      note: '通知',
      gather: (ctx, user_id) => notices.listNoticesOfUser(ctx.db, user_id),
    },
  ],
  purge: (ctx) =>
    notices.removeNoticesBefore(ctx.db, new Date(ctx.now().getTime() - NOTICE_TTL_MS).toISOString()),
}
