import type { PersonalData } from '../context/personal-data.ts'
import { toEntry } from './search-log.service.ts'
import * as searches from './search-log.store.ts'
import * as views from './view.store.ts'

export const historyData: PersonalData = {
  export: [
    {
      file: 'searches.json',
      note: '检索历史',
      gather: async (ctx, user_id) => (await searches.ofUser(ctx.db, user_id)).map(toEntry),
    },
    {
      file: 'views.json',
      note: '浏览记录',
      gather: async (ctx, user_id) => [
        ...(await views.ofUser(ctx.db, user_id)),
        ...(await views.documentsOfUser(ctx.db, user_id)),
      ],
    },
  ],
}
