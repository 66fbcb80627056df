import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { BIN_RETENTION_DAYS, daysAgo, toChat } from './chat.service.ts'
import * as chats from './chat.store.ts'
import * as records from './record.store.ts'
import * as thumbs from './thumb.store.ts'

/** How long the single events of an answer are kept, with which its stream can be resumed. */
const EVENT_RETENTION_DAYS = 2

/** Purges chats that have been in the bin for 30 days, and single events of answers that ended long ago. */
async function purgeChats(ctx: BaseContext): Promise<void> {
  await chats.removeBefore(ctx.db, daysAgo(ctx, BIN_RETENTION_DAYS))
  await records.pruneEvents(ctx.db, daysAgo(ctx, EVENT_RETENTION_DAYS))
}

/** Collects a user's chats and answers for the export. */
async function gatherChats(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const answers = await records.listForExport(ctx.db, user_id)
  return {
    chats: (await chats.listForExport(ctx.db, user_id)).map(toChat),
    answers: answers.map((row) => ({ ...row, citations: JSON.parse(row.citations) })),
    thumbs: await thumbs.listByUser(ctx.db, user_id),
  }
}

/** The chats and answers of a user, in the export of personal data and in the regular purge. */
export const chatData: PersonalData = {
  export: [{ file: 'chats.json', note: '对话与回答', gather: gatherChats }],
  purge: purgeChats,
}
