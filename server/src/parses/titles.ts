import { usableTitle } from '@scinav/documents'
import { type BaseContext, transact } from '../context/context.ts'
import { breath } from '../foundation/breath.ts'
import * as documents from './document-parse.store.ts'

const AT_ONCE = 200

/** Looks for the titles of documents that were read before titles were shown, from what is known of them. */
export async function findTitles(ctx: BaseContext): Promise<void> {
  for (let more = true; more; ) {
    more = await transact(ctx, async (ctx) => {
      const rows = await documents.untitled(ctx.db, AT_ONCE)
      for (const { id, facts } of rows) {
        const { title = '' }: { title?: string } = JSON.parse(facts ?? '{}')
        await documents.update(ctx.db, [id], { title: usableTitle(title) })
      }
      return rows.length === AT_ONCE
    })
    await breath()
  }
}
