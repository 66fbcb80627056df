import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { preferencesOf } from './preference.service.ts'
import * as subscriptions from './subscription.store.ts'

/** Everything stored about a person's interests. */
async function interestsOf(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const [preferences, followed, mails, not_interested] = await Promise.all([
    preferencesOf(ctx, user_id),
    subscriptions.ofUser(ctx.db, user_id),
    subscriptions.mailsOf(ctx.db, user_id),
    subscriptions.notInterested(ctx.db, user_id),
  ])
  return { preferences, subscriptions: followed, mails, not_interested }
}

export const preferenceData: PersonalData = {
  export: [{ file: 'interests.json', note: '偏好与订阅', gather: interestsOf }],
}
