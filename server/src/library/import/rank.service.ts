import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { clearRankCache } from '../journals/index.ts'
import * as ranks from './rank.store.ts'
import { parseRankTable } from './rank-csv.ts'
import { findJournalsByName } from './rank-match.ts'

type Library = typeof api.library

/** Maximum number of faults returned; the operator corrects the table and imports it again. */
const MAX_REPORTED_FAULTS = 1_000

/**
 * Replaces one rank list of one year by a table (docs/operating.md). Ranks of journals that the library lacks are
 * kept for papers that arrive later.
 *
 * @throws AppError `input.invalid` when the first line names no columns, or no row can be read.
 */
export async function importRankList(
  ctx: Context,
  { list, year, csv }: ParsedInputOf<Library['importRanks']>,
): Promise<OutputOf<Library['importRanks']>> {
  const table = await parseRankTable(list, csv)
  if (!table) throw invalidInput('csv', '第一行应是列名，至少要有刊名（title）或 ISSN')
  const { rows, faults } = table
  const [first] = faults
  if (rows.length === 0)
    throw invalidInput('csv', first ? `没有读到一行：第 ${first.line} 行${first.reason}` : '除列名外没有内容')
  const created_at = ctx.now().toISOString()
  const matched = await transact(ctx, async (ctx) => {
    const journals = await findJournalsByName(ctx, rows)
    await ranks.remove(ctx.db, list, year)
    const rankRows = rows.map(({ top, ...row }) => ({
      ...row,
      list,
      year,
      top: top ? (1 as const) : (0 as const),
      journal_id: journals.get(row.title_key) ?? null,
      created_at,
    }))
    await ranks.insert(ctx.db, rankRows)
    return rankRows.filter(({ journal_id }) => journal_id !== null).length
  })
  clearRankCache(ctx)
  return { list, year, rows: rows.length, matched, created_at, faults: faults.slice(0, MAX_REPORTED_FAULTS) }
}

/** Lists the imported rank lists. */
export async function listRankLists(ctx: Context): Promise<OutputOf<Library['ranks']>> {
  return ranks.listTables(ctx.db)
}

/** Removes one rank list of one year. */
export async function removeRankList(ctx: Context, { list, year }: ParsedInputOf<Library['removeRanks']>) {
  await ranks.remove(ctx.db, list, year)
  clearRankCache(ctx)
  return null
}
