import type { Selectable } from 'kysely'
import { prepareListQuery } from '../../platform/db/prepared.ts'
import type { PapersTable } from '../../platform/db/schema-library.ts'

export type TitleRow = Pick<Selectable<PapersTable>, 'id' | 'seq' | 'title' | 'year' | 'record'>

/** Returns id, title, year and record of papers by sequence number, in no particular order. */
export const findTitles = prepareListQuery((db, seqs: number[]) =>
  db
    .selectFrom('papers')
    .select(['id', 'seq', 'title', 'year', 'record'])
    .where('seq', 'in', seqs)
    .where('deleted_at', 'is', null),
)
