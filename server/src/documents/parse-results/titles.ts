import { type BaseContext, transact } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import * as documents from './document-parse.store.ts'
import { describeFile } from './file-record.ts'

const AT_ONCE = 200

/** Looks for the titles and records of documents that were read before those were shown, from what is known of them. */
export async function findTitles(ctx: BaseContext): Promise<void> {
  for (let more = true; more; ) {
    more = await transact(ctx, async (ctx) => {
      const rows = await documents.untitled(ctx.db, AT_ONCE)
      for (const { id, facts } of rows) {
        await documents.update(ctx.db, [id], describeFile(JSON.parse(facts ?? '{}')))
      }
      return rows.length === AT_ONCE
    })
    await breath()
  }
}
