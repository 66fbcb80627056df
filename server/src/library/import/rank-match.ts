import { type BaseContext, transact } from '../../platform/context/context.ts'
import { clearRankCache } from '../journals/index.ts'
import * as ranks from './rank.store.ts'
import * as works from './work.store.ts'

/** A journal as a rank list names it; `title_key` is its folded title (`sourceKey`). */
export interface NamedJournal {
  title_key: string
  issn: string | null
}

/**
 * Returns the ids of the library's journals for the given names, by `title_key`. Journals match by ISSN first, then
 * by folded title.
 */
export async function findJournalsByName(
  { db }: Pick<BaseContext, 'db'>,
  named: NamedJournal[],
): Promise<Map<string, string>> {
  const [byIssn, byTitle] = await Promise.all([
    ranks.findJournalsByIssn(
      db,
      named.flatMap(({ issn }) => issn ?? []),
    ),
    works.findJournalsByKeys(
      db,
      named.map(({ title_key }) => title_key),
    ),
  ])
  const idByIssn = new Map(
    byIssn.flatMap(({ id, issn, eissn }) => [issn, eissn].flatMap((each) => (each ? [[each, id]] : []))),
  )
  const idByTitle = new Map(byTitle.map(({ id, title_key }) => [title_key, id]))
  return new Map(
    named.flatMap(({ title_key, issn }) => {
      const id = idByIssn.get(issn ?? '') ?? idByTitle.get(title_key)
      return id ? [[title_key, id]] : []
    }),
  )
}

const BATCH_SIZE = 500

/** Assigns journals to ranks that were imported before their journals were known, title by title in batches. */
export async function matchRanks(ctx: Pick<BaseContext, 'db'>): Promise<void> {
  let matched = 0
  for (let after = ''; ; ) {
    const named = await ranks.listUnmatched(ctx.db, after, BATCH_SIZE)
    const last = named.at(-1)
    if (!last) break
    after = last.title_key
    const journals = await findJournalsByName(ctx, named)
    if (journals.size === 0) continue
    matched += journals.size
    await transact(ctx, async (ctx) => {
      for (const [title_key, journal_id] of journals) await ranks.setJournal(ctx.db, title_key, journal_id)
    })
  }
  if (matched > 0) clearRankCache(ctx)
}
