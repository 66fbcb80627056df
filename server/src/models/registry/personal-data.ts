import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as usage from './usage.store.ts'

/** What people may get of their use of models. */
export const modelData: PersonalData = {
  export: [
    {
      file: 'model-usage.json',
      note: '每天的模型用量',
      gather: (ctx, user_id) => usage.listUsageOfUser(ctx.db, user_id),
    },
  ],
}
