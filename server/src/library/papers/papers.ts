import { type api, authorNames, type OutputOf, readRecord, readWork, type Work } from '@scinav/contract'
import { sourceKey } from '@scinav/search'
import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { fullSourceName, literatureTypeName } from '../dictionaries/index.ts'
import { lookUpWorks, standingStatus } from '../retractions/index.ts'
import * as papers from './paper.store.ts'

/** A paper of the contract, as every list of papers returns it. */
export type Paper = OutputOf<typeof api.papers.byIds>['list'][number]

/** Fields of a paper that are not in its own row. */
type PaperExtras = Pick<Paper, 'versions' | 'ranks' | 'status_notice' | 'viewed' | 'dataset_ids'>

/**
 * The context in which papers are returned: `actor` is the user whose marks they carry (`viewed`, `dataset_ids`), or
 * null in a job.
 */
export type PaperViewContext = Pick<BaseContext, 'db' | 'loadReaderState'> & { actor: { id: string } | null }

/**
 * A stored paper: its row, its record completed with defaults for fields missing when it was written, and the derived
 * fields.
 */
export interface StoredPaper {
  row: papers.PaperRow
  work: Work
  derived: DerivedFields
}
type DerivedFields = Omit<Paper, keyof Work>
type LoadedPaper = Omit<StoredPaper, 'derived'> & {
  /** The folded title of the source of a paper without a journal, such as proceedings. */
  source: string | null
}

/** Returns papers in the order of the ids, each once; missing papers are omitted. */
export async function findPapersByIds(ctx: PaperViewContext, ids: string[]): Promise<Paper[]> {
  const rows = new Map((await papers.findByIds(ctx.db, ids)).map((row) => [row.id, row]))
  return toPapers(
    ctx,
    [...new Set(ids)].flatMap((id) => rows.get(id) ?? []),
  )
}

/** Returns papers by sequence number; missing papers are omitted. */
export async function findPapersBySeqs(
  ctx: PaperViewContext,
  seqs: number[],
): Promise<Map<number, StoredPaper>> {
  const stored = await loadStoredPapers(ctx, await papers.findBySeqs(ctx.db, seqs))
  return new Map(stored.map((each) => [Number(each.row.seq), each]))
}

async function toPapers(ctx: PaperViewContext, rows: papers.PaperRow[]): Promise<Paper[]> {
  return (await loadStoredPapers(ctx, rows)).map(toPaper)
}

/**
 * Completes rows to papers, in their order: versions, ranks, notices and the user's marks are read for all at once.
 */
async function loadStoredPapers(ctx: PaperViewContext, rows: papers.PaperRow[]): Promise<StoredPaper[]> {
  const loaded = rows.map((row): LoadedPaper => {
    const { work, isWhole } = readRecord(row.record)
    const completeRow = isWhole ? row : { ...row, record: JSON.stringify(work) }
    return { row: completeRow, work, source: sourceTitleKey(row, work) }
  })
  const ids = rows.map((row) => row.id)
  const [versions, ranks, notices, marks] = await Promise.all([
    findVersions(ctx, rows),
    findRanks(ctx, loaded),
    lookUpWorks(
      ctx,
      loaded.map(({ work }) => work),
    ),
    ctx.actor ? ctx.loadReaderState?.(ctx.db, ctx.actor.id, ids) : null,
  ])
  return loaded.map(({ row, work, source }, at) => ({
    ...withStanding(row, work, notices[at] ?? null),
    derived: derivedFields(row, work, {
      versions: (versions.get(row.work_id ?? '') ?? []).filter((version) => version.id !== row.id),
      ranks: ranks.get(row.journal_id ?? source ?? '') ?? [],
      status_notice: notices[at] ?? null,
      viewed: marks?.viewed.has(row.id) ?? false,
      dataset_ids: marks?.dataset_ids.get(row.id) ?? [],
    }),
  }))
}

/** Returns a row and its record with the status that results from the notice about it. */
function withStanding(
  row: papers.PaperRow,
  work: Work,
  notice: Paper['status_notice'],
): Pick<StoredPaper, 'row' | 'work'> {
  const status = standingStatus(work.status, notice)
  if (status === work.status) return { row, work }
  const standing = { ...work, status }
  return { row: { ...row, record: JSON.stringify(standing) }, work: standing }
}

/**
 * Checks that papers exist.
 *
 * @throws AppError `paper.not_found` when one of them does not.
 */
export async function requirePapers(ctx: Pick<BaseContext, 'db'>, ids: string[]): Promise<void> {
  if ((await papers.findTitles(ctx.db, ids)).length < new Set(ids).size) throw new AppError('paper.not_found')
}

/** Returns titles by id, in the order of the ids, of the papers that exist. */
export async function findPaperTitles(
  ctx: Pick<BaseContext, 'db'>,
  ids: string[],
): Promise<Map<string, string>> {
  const titles = new Map((await papers.findTitles(ctx.db, ids)).map((row) => [row.id, row.title]))
  // The database returns rows in an order of its own.
  return new Map(
    ids.flatMap((id): [string, string][] => {
      const title = titles.get(id)
      return title === undefined ? [] : [[id, title]]
    }),
  )
}

/** Returns by id when papers entered the library, with their sequence numbers. */
export async function findPaperArrivals(
  ctx: Pick<BaseContext, 'db'>,
  ids: string[],
): Promise<Map<string, { seq: number; created_at: string }>> {
  return new Map((await papers.findArrivals(ctx.db, ids)).map((row) => [row.id, row]))
}

/** Converts a stored paper to the contract's paper. */
export function toPaper({ row, work, derived }: StoredPaper): Paper {
  return { ...work, citation_count: row.citation_count, ...derived }
}

/** Returns the derived fields in the order of the contract, in which they are serialized. */
function derivedFields(
  row: papers.PaperRow,
  work: Work,
  { versions, ranks, status_notice, viewed, dataset_ids }: PaperExtras,
): DerivedFields {
  const authors_short = authorNames(work)
  return {
    id: row.id,
    authors: authors_short.join('; '),
    authors_short,
    journal_id: row.journal_id,
    source_name: fullSourceName(work.basic_sourcename),
    engine: 'local',
    cited_by_count: row.cited_by_count,
    versions,
    ranks,
    is_starter: row.is_starter === 1,
    status_notice,
    updated_at: row.updated_at,
    viewed,
    dataset_ids,
  }
}

/** Returns the versions of the works of papers by work id, each list with the paper itself. */
async function findVersions(
  ctx: PaperViewContext,
  rows: papers.PaperRow[],
): Promise<Map<string, Paper['versions']>> {
  const works = rows.flatMap((row) => row.work_id ?? [])
  const byWork = Map.groupBy(await papers.findVersions(ctx.db, works), (row) => row.work_id ?? '')
  return new Map([...byWork].map(([work_id, list]) => [work_id, list.map(toVersion)]))
}

function toVersion(row: papers.VersionRow) {
  const { publish_date } = readWork(row.record)
  return { id: row.id, title: row.title, publish_date, label: literatureTypeName(row.resource_type) }
}

/**
 * Returns ranks by journal id, or by folded source title for papers without a journal. Of each list only the latest
 * year counts; several values of a list (one per category) are all returned.
 */
async function findRanks(ctx: PaperViewContext, loaded: LoadedPaper[]): Promise<Map<string, Paper['ranks']>> {
  const found = await Promise.all([
    papers.findRanks(
      ctx.db,
      loaded.flatMap(({ row }) => row.journal_id ?? []),
    ),
    papers.findRanksByTitle(
      ctx.db,
      loaded.flatMap(({ source }) => source ?? []),
    ),
  ])
  const latestYears = new Map<string, number>()
  const ranks = new Map<string, Map<string, Paper['ranks'][number]>>()
  for (const { key, list, year, value } of found.flat()) {
    // The first row of a list has its newest year.
    const latest = latestYears.get(`${key} ${list}`) ?? year
    latestYears.set(`${key} ${list}`, latest)
    const ranksOfKey = ranks.get(key) ?? new Map()
    if (year === latest) ranks.set(key, ranksOfKey.set(`${list} ${value}`, { list, year, value }))
  }
  return new Map([...ranks].map(([key, ranksOfKey]) => [key, [...ranksOfKey.values()]]))
}

/** Returns the folded title of the source of a paper without a journal; null for any other paper. */
function sourceTitleKey({ journal_id }: papers.PaperRow, { basic_sourcename }: Work): string | null {
  return journal_id === null && basic_sourcename ? sourceKey(basic_sourcename) : null
}
