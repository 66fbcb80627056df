import { type api, isEmpty, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import * as searches from './search-log.store.ts'

type Papers = typeof api.papers

/** Time within which a repeated search counts as the same one. */
const SAME_SEARCH_MS = 10 * 60_000
/** Maximum number of searches kept per user. */
const MAX_STORED_SEARCHES = 5_000

/**
 * Records a search of the caller. Repeating the same search within ten minutes updates the time and total of one row;
 * only the newest 5,000 searches of a user are kept.
 */
export async function addSearch(ctx: Context, input: ParsedInputOf<Papers['addSearch']>) {
  return transact(ctx, async (ctx) => {
    const now = ctx.now()
    const search = {
      user_id: ctx.actor.id,
      query: input.query.trim(),
      filters: JSON.stringify(canonicalFilters(input.filters)),
      kind: input.kind,
    }
    const latest = { total: input.total, created_at: now.toISOString() }
    const since = new Date(now.getTime() - SAME_SEARCH_MS).toISOString()
    const known = await searches.findSame(ctx.db, search, since)
    const id = known?.id ?? ctx.newId()
    if (known) await searches.update(ctx.db, id, latest)
    else {
      await searches.insert(ctx.db, { id, ...search, ...latest })
      await searches.removeAllButNewest(ctx.db, ctx.actor.id, MAX_STORED_SEARCHES)
    }
    return { id }
  })
}

/**
 * Returns filters in a canonical form, sorted by name and without empty values, so that equal filters give equal
 * texts.
 */
const canonicalFilters = (filters: object) =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => !isEmpty(value))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/** Converts a row to an entry of the search history. */
export function toSearchEntry(row: searches.SearchRow): OutputOf<Papers['searches']>['list'][number] {
  const { id, query, filters, kind, total, created_at } = row
  return { id, query, filters: JSON.parse(filters), kind, total, created_at }
}

/** Lists one page of the caller's searches, newest first. */
export async function listSearches(ctx: Context, filter: ParsedInputOf<Papers['searches']>) {
  const { list, total } = await searches.findPage(ctx.db, ctx.actor.id, filter)
  return { list: list.map(toSearchEntry), total, page_num: filter.page_num, page_size: filter.page_size }
}

/** Deletes the given searches of the caller, or all. */
export async function removeSearches(ctx: Context, { ids, all }: ParsedInputOf<Papers['removeSearches']>) {
  await searches.remove(ctx.db, ctx.actor.id, all ? 'all' : ids)
  return null
}

/**
 * Returns the caller's own distinct queries that begin with `start` in any case, newest first, for suggestions; at most
 * `limit`, and at most ten.
 */
export function findOwnQueries(ctx: Context, start: string, limit: number): Promise<string[]> {
  return searches.findByPrefix(ctx.db, ctx.actor.id, start, limit)
}
