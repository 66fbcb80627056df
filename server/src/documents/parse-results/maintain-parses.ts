import { currentParsers, parserForMime } from '@scinav/documents'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import type { StoredDocumentFacts } from './activate-parse.ts'
import * as documents from './activation.store.ts'
import { awaitParse, requestParse } from './request-parse.ts'
import * as parses from './parse.store.ts'
import * as texts from './parse-text.store.ts'
import * as places from './passage-place.store.ts'
import * as queue from './queue.store.ts'

export const findParse = (ctx: Pick<BaseContext, 'db'>, id: string) => parses.byId(ctx.db, id)

/** Returns the parse of some bytes by the current parser, in whatever state. */
export const findParseOfBytes = (ctx: Pick<BaseContext, 'db'>, bytes: { id: string; mime: string }) =>
  parses.findByBytes(ctx.db, bytes.id, parserForMime(bytes.mime))

/** Returns how many parses of a user are queued. */
export const countWaitingParses = (ctx: Pick<BaseContext, 'db'>, owner_id: string): Promise<number> =>
  queue.countWaiting(ctx.db, owner_id)

/** Returns the pages of a parsed file, or null before it is ready and for formats without pages. */
export function pageCount({ facts }: Pick<parses.ParseRow, 'facts'>): number | null {
  const { pages = [] }: Partial<StoredDocumentFacts> = JSON.parse(facts ?? '{}')
  return pages.length > 0 ? pages.length : null
}

/** Bounds the parses renewed at once; the next run continues. */
const MAX_RENEWALS = 500

type RenewalContext = Pick<BaseContext, 'db' | 'now' | 'newId'>

/**
 * Removes the passages of deleted documents from search, then deletes parses that are not needed, both in batches.
 */
export async function removeUnusedParses(ctx: RenewalContext): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await transact(ctx, (ctx) => places.removeOrphanedPlaces(ctx.db, from))
    await yieldToEventLoop()
  }
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    const { ids, next } = await parses.listUnused(ctx.db, from)
    for (const id of ids) await removeParse(ctx, id)
    after = next
    await yieldToEventLoop()
  }
}

/** Deletes a parse in batches; it is kept, to be parsed again, once it is needed after all. */
async function removeParse(ctx: RenewalContext, id: string): Promise<void> {
  const isFree = async (ctx: RenewalContext) => parses.isUnused(ctx.db, id)
  await transact(ctx, async (ctx) => {
    // The parse is no longer ready: a document that needs it now has it parsed again.
    if (await isFree(ctx)) await parses.update(ctx.db, id, { state: 'cancelled' })
  })
  for (let more = true; more; )
    more = await transact(ctx, async (ctx) => (await isFree(ctx)) && texts.removeBatch(ctx.db, id))
  await transact(ctx, async (ctx) => {
    if (await isFree(ctx)) await parses.remove(ctx.db, id)
  })
}

/**
 * Parses files again that an older parser has read, after all other work; the old version stays active until then.
 */
export async function renewOutdatedParses(ctx: RenewalContext): Promise<void> {
  let left = MAX_RENEWALS
  for (let after: string | null = ''; after !== null && left > 0; ) {
    const from: string = after
    const { bytes, next } = await parses.listOutdated(ctx.db, currentParsers(), from)
    for (const each of bytes.slice(0, left)) await renewParse(ctx, each)
    left -= bytes.length
    after = next
    await yieldToEventLoop()
  }
}

async function renewParse(ctx: RenewalContext, bytes: { id: string; mime: string }): Promise<void> {
  await transact(ctx, async (ctx) => {
    const parse = await requestParse(ctx, bytes, '')
    const rows = await documents.listReadyByBytes(ctx.db, bytes.id)
    for (const row of rows)
      if (row.next_parse_id === null && row.next_file_id === null) await awaitParse(ctx, row, parse)
  })
}

/** Detaches the parses of a user, see `clearOwner`. */
export const clearParseOwner = (ctx: Pick<BaseContext, 'db'>, owner_id: string) =>
  parses.clearOwner(ctx.db, owner_id)
