import type { Selectable } from 'kysely'
import { prepareListQuery } from '../../platform/db/prepared.ts'
import type { PapersTable } from '../../platform/db/schema-library.ts'

export type TitleRow = Pick<Selectable<PapersTable>, 'id' | 'seq' | 'title' | 'year' | 'record'>

/** Titles of a few papers by their numbers, with the records that say whose they are, in no order. */
export const findTitles = prepareListQuery((db, seqs: number[]) =>
  db
    .selectFrom('papers')
    .select(['id', 'seq', 'title', 'year', 'record'])
    .where('seq', 'in', seqs)
    .where('deleted_at', 'is', null),
)
