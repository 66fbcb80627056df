// Background upkeep of parses, called by jobs: parses that nothing needs are deleted, outdated ones are made again.

import { currentParsers } from '@scinav/documents'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import * as activation from './activation.store.ts'
import * as parses from './parse.store.ts'
import * as texts from './parse-text.store.ts'
import * as parseUpkeep from './parse-upkeep.store.ts'
import * as places from './passage-places.store.ts'
import { assignParse, requestParse } from './request-parse.ts'

type UpkeepContext = Pick<BaseContext, 'db' | 'now' | 'newId'>

/**
 * Removes the passages of deleted documents from search, then deletes parses that are not needed, both in batches.
 */
export async function removeUnusedParses(ctx: UpkeepContext): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await transact(ctx, (ctx) => places.removeOrphanedPlaces(ctx.db, from))
    await yieldToEventLoop()
  }
  for (let after: string | null = ''; after !== null; ) {
    const { ids, next }: Awaited<ReturnType<typeof parseUpkeep.listUnused>> = await parseUpkeep.listUnused(
      ctx.db,
      after,
    )
    for (const id of ids) await removeParse(ctx, id)
    after = next
    await yieldToEventLoop()
  }
}

/**
 * Deletes a parse with its text in batches, as long as it is unused. The parse is cancelled first: a document that
 * needs it meanwhile has it parsed again.
 */
async function removeParse(ctx: UpkeepContext, id: string): Promise<void> {
  const isUnused = async (ctx: UpkeepContext) => parseUpkeep.isUnused(ctx.db, id)
  await transact(ctx, async (ctx) => {
    if (await isUnused(ctx)) await parses.update(ctx.db, id, { state: 'cancelled' })
  })
  for (let hasMore = true; hasMore; )
    hasMore = await transact(ctx, async (ctx) => (await isUnused(ctx)) && texts.removeBatch(ctx.db, id))
  await transact(ctx, async (ctx) => {
    if (await isUnused(ctx)) await parses.remove(ctx.db, id)
  })
}

/** Bounds the files that one call queues to be parsed again; the next call continues. */
const MAX_RENEWALS = 500

/**
 * Parses files again that an older parser has read, after all other work; the old version stays active until then.
 */
export async function renewOutdatedParses(ctx: UpkeepContext): Promise<void> {
  let remaining = MAX_RENEWALS
  for (let after: string | null = ''; after !== null && remaining > 0; ) {
    const { bytes, next }: Awaited<ReturnType<typeof parseUpkeep.listOutdated>> =
      await parseUpkeep.listOutdated(ctx.db, currentParsers(), after)
    for (const outdated of bytes.slice(0, remaining)) await renewParse(ctx, outdated)
    remaining -= bytes.length
    after = next
    await yieldToEventLoop()
  }
}

/** Requests a parse by the current parser for the active documents with these bytes that await no other parse. */
async function renewParse(ctx: UpkeepContext, bytes: { id: string; mime: string }): Promise<void> {
  await transact(ctx, async (ctx) => {
    const parse = await requestParse(ctx, bytes, '')
    const rows = await activation.listActiveByBytes(ctx.db, bytes.id)
    for (const row of rows)
      if (row.next_parse_id === null && row.next_file_id === null) await assignParse(ctx, row, parse)
  })
}

/** Detaches the parses of a user who is deleted from them, see `clearOwner`. */
export const clearParseOwner = (ctx: Pick<BaseContext, 'db'>, owner_id: string): Promise<void> =>
  parses.clearOwner(ctx.db, owner_id)
