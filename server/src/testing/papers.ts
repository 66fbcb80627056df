import { blankWork, type Work } from '@scinav/contract'
import { sql } from 'kysely'
import type { BaseContext } from '../platform/context/context.ts'
import type { PapersTable } from '../platform/db/schema-library.ts'

/** Inserts papers directly into the library, one per title or work, and returns their ids. */
export async function addPapers(
  { db, now, newId }: BaseContext,
  works: (string | Partial<Work>)[],
  row: Partial<PapersTable> = {},
): Promise<string[]> {
  const { last } = await db
    .selectFrom('papers')
    .select(({ fn }) => fn.coalesce(fn.max('seq'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow()
  const time = now().toISOString()
  const rows = works.map((given, index): PapersTable => {
    const some = typeof given === 'string' ? { title: given } : given
    const work = { ...blankWork(some.title ?? '无题', 1), ...some }
    return {
      id: newId(),
      seq: last + index + 1,
      change: last + index + 1,
      resource_type: work.resource_type,
      title: work.title,
      year: Number(work.publish_date?.slice(0, 4)) || null,
      doi: work.doi,
      journal_id: null,
      work_id: null,
      citation_count: work.citation_count,
      cited_by_count: 0,
      is_starter: 0,
      record: JSON.stringify(work),
      created_at: time,
      updated_at: time,
      deleted_at: null,
      ...row,
    }
  })
  if (rows.length > 0) await db.insertInto('papers').values(rows).execute()
  return rows.map((row) => row.id)
}
