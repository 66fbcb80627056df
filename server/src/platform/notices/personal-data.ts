import type { PersonalData } from '../context/personal-data.ts'
import * as notices from './notice.store.ts'

const KEPT_MS = 90 * 24 * 60 * 60_000

export const noticeData: PersonalData = {
  export: [{ file: 'notices.json', note: '通知', gather: (ctx, user_id) => notices.ofUser(ctx.db, user_id) }],
  purge: (ctx) => notices.removeBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_MS).toISOString()),
}
