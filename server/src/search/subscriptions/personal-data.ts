import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { findPreferences } from './preference.service.ts'
import * as subscriptions from './subscription.store.ts'

/** Gathers everything stored about a user's interests. */
async function exportInterests(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const [preferences, followed, mails, not_interested] = await Promise.all([
    findPreferences(ctx, user_id),
    subscriptions.listByUser(ctx.db, user_id),
    subscriptions.listMails(ctx.db, user_id),
    subscriptions.listNotInterested(ctx.db, user_id),
  ])
  return { preferences, subscriptions: followed, mails, not_interested }
}

/** The preferences and subscriptions of a user, in the export of personal data. */
export const preferenceData: PersonalData = {
  export: [{ file: 'interests.json', note: '偏好与订阅', gather: exportInterests }],
}
