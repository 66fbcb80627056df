import type { PersonalData } from '../../platform/context/personal-data.ts'
import { toSearchEntry } from './search-log.service.ts'
import * as searches from './search-log.store.ts'

/** The search history of a user, in the export of personal data. */
export const historyData: PersonalData = {
  export: [
    {
      file: 'searches.json',
      note: '检索历史',
      gather: async (ctx, user_id) => (await searches.listByUser(ctx.db, user_id)).map(toSearchEntry),
    },
  ],
}
