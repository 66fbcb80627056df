import { insertMany } from '../../platform/db/insert-many.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ManuscriptCheckWorksTable } from '../../platform/db/schema-research.ts'

/** Works per statement; each may be cited by many manuscripts. */
const WORKS_PER_BATCH = 200
/** DOIs that are read at once. */
const DOIS_PER_BATCH = 1_000

/** Stores the works of entries; those of entries that have one are left as they are. */
export const saveWorks = (db: Db, rows: ManuscriptCheckWorksTable[]): Promise<void> =>
  insertMany(db, 'manuscript_check_works', rows, 'leave')

/** Returns the works of a check, in the order of its entries. */
export const listWorks = (db: Db, check_id: string): Promise<Omit<ManuscriptCheckWorksTable, 'check_id'>[]> =>
  db
    .selectFrom('manuscript_check_works')
    .select(['entry', 'doi', 'pmid'])
    .where('check_id', '=', check_id)
    .orderBy('entry')
    .execute()

/** A manuscript that cites a work, with its thesis where it is one of a batch. */
export interface CitingCheck {
  identifier: string | null
  check_id: string
  user_id: string
  file_name: string
  batch_id: string | null
  batch_name: string | null
  thesis_title: string | null
}

/**
 * Yields the manuscripts that cite works with one of the identifiers; those of batches only while their owner has the
 * role 核对员. A work with a DOI is not looked for by its PubMed number.
 */
export async function* streamCitingChecks(
  db: Db,
  kind: 'doi' | 'pmid',
  identifiers: readonly string[],
): AsyncGenerator<CitingCheck[]> {
  for (let from = 0; from < identifiers.length; from += WORKS_PER_BATCH)
    yield await inBatches(identifiers.slice(from, from + WORKS_PER_BATCH), (batch) =>
      db
        .selectFrom('manuscript_check_works')
        .innerJoin('manuscript_checks', 'manuscript_checks.id', 'manuscript_check_works.check_id')
        .innerJoin('users', 'users.id', 'manuscript_checks.user_id')
        .leftJoin('manuscript_batches', 'manuscript_batches.id', 'manuscript_checks.batch_id')
        .leftJoin('batch_theses', 'batch_theses.check_id', 'manuscript_checks.id')
        .select([
          `manuscript_check_works.${kind} as identifier`,
          'manuscript_checks.id as check_id',
          'manuscript_checks.user_id',
          'manuscript_checks.file_name',
          'manuscript_checks.batch_id',
          'manuscript_batches.name as batch_name',
          'batch_theses.title as thesis_title',
        ])
        .where(`manuscript_check_works.${kind}`, 'in', batch)
        .$if(kind === 'pmid', (query) => query.where('manuscript_check_works.doi', 'is', null))
        .where(({ or, eb }) =>
          or([eb('manuscript_checks.batch_id', 'is', null), eb('users.is_checker', '=', 1)]),
        )
        .orderBy('manuscript_checks.id')
        .execute(),
    )
}

/** Yields the DOIs of the works that manuscripts cite, each once. */
export async function* streamCitedDois(db: Db): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('manuscript_check_works')
      .select('doi')
      .distinct()
      .where('doi', '>', after)
      .orderBy('doi')
      .limit(DOIS_PER_BATCH)
      .execute()
    if (rows.length === 0) return
    yield rows.flatMap(({ doi }) => doi ?? [])
    after = rows.at(-1)?.doi ?? after
  }
}
