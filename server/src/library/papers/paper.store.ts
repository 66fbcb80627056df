import type { Selectable } from 'kysely'
import { prepareListQuery } from '../../platform/db/prepared.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { PapersTable } from '../../platform/db/schema-library.ts'

/** The columns of a paper that are needed to show it. */
const VIEW_COLUMNS = [
  'id',
  'seq',
  'journal_id',
  'work_id',
  'citation_count',
  'cited_by_count',
  'is_starter',
  'record',
  'updated_at',
] as const
export type PaperRow = Pick<Selectable<PapersTable>, (typeof VIEW_COLUMNS)[number]>

/** Returns papers that are not deleted by id, in no particular order. */
export const findByIds = prepareListQuery((db, ids: string[]) =>
  db.selectFrom('papers').select(VIEW_COLUMNS).where('id', 'in', ids).where('deleted_at', 'is', null),
)

/** Returns papers that are not deleted by sequence number, in no particular order. */
export const findBySeqs = prepareListQuery((db, seqs: number[]) =>
  db.selectFrom('papers').select(VIEW_COLUMNS).where('seq', 'in', seqs).where('deleted_at', 'is', null),
)

/** Returns titles of papers that are not deleted, in no particular order. */
export const findTitles = prepareListQuery((db, ids: string[]) =>
  db.selectFrom('papers').select(['id', 'title']).where('id', 'in', ids).where('deleted_at', 'is', null),
)

/** Returns when papers entered the library, with their sequence numbers. */
export function findArrivals(db: Db, ids: Iterable<string>) {
  return inBatches(ids, (batch) =>
    db.selectFrom('papers').select(['id', 'seq', 'created_at']).where('id', 'in', batch).execute(),
  )
}

export type VersionRow = Pick<Selectable<PapersTable>, 'id' | 'title' | 'resource_type' | 'record'>

/** Returns every version of these works, lowest id first. */
export const findVersions = prepareListQuery((db, work_ids: string[]) =>
  db
    .selectFrom('papers')
    .select(['id', 'work_id', 'title', 'resource_type', 'record'])
    .where('work_id', 'in', work_ids)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
)

const ranksOfJournals = prepareListQuery((db, journal_ids: string[]) =>
  rankQuery(db).where('journal_id', 'in', journal_ids),
)
const ranksOfTitles = prepareListQuery((db, title_keys: string[]) =>
  rankQuery(db).where('title_key', 'in', title_keys),
)

/** Returns the ranks of these journals, by list with the newest year first; `key` is the journal id. */
export async function findRanks(db: Db, journal_ids: Iterable<string>) {
  return (await ranksOfJournals(db, journal_ids)).map(({ journal_id, ...rank }) => ({
    ...rank,
    key: journal_id ?? '',
  }))
}

/** Returns the ranks of journals by the folded titles in the lists themselves; `key` is the folded title. */
export async function findRanksByTitle(db: Db, title_keys: Iterable<string>) {
  return (await ranksOfTitles(db, title_keys)).map(({ title_key, ...rank }) => ({ ...rank, key: title_key }))
}

function rankQuery(db: Db) {
  return db
    .selectFrom('journal_ranks')
    .select(['journal_id', 'title_key', 'list', 'year', 'value'])
    .orderBy('list')
    .orderBy('year', 'desc')
    .orderBy('value')
}
