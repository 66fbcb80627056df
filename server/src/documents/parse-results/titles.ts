import { type BaseContext, transact } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import * as documents from './activation.store.ts'
import { describeFile } from './describe-file.ts'

const BATCH_SIZE = 200

/** Determines title and record of documents parsed before these were shown, from the stored facts. */
export async function fillMissingTitles(ctx: BaseContext): Promise<void> {
  for (let more = true; more; ) {
    more = await transact(ctx, async (ctx) => {
      const rows = await documents.listUntitled(ctx.db, BATCH_SIZE)
      for (const { id, facts } of rows) {
        await documents.update(ctx.db, [id], describeFile(JSON.parse(facts ?? '{}')))
      }
      return rows.length === BATCH_SIZE
    })
    await yieldToEventLoop()
  }
}
