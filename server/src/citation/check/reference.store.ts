import { sql } from 'kysely'
import { inBatches, likePattern } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the ids of the papers under each key, without deleted papers. */
export async function findPapersByKeys(db: Db, keys: string[]): Promise<Map<string, string[]>> {
  const rows = await inBatches(keys, (batch) =>
    db
      .selectFrom('paper_keys')
      .innerJoin('papers', 'papers.id', 'paper_keys.paper_id')
      .select(['paper_keys.key', 'paper_keys.paper_id'])
      .where('paper_keys.key', 'in', batch)
      .where('papers.deleted_at', 'is', null)
      .orderBy('paper_keys.paper_id')
      .execute(),
  )
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return new Map([...byKey].map(([key, list]) => [key, list.map(({ paper_id }) => paper_id)]))
}

/** Returns journals whose names begin with one of the words, optionally after "the"; those with most papers first. */
export function findJournalsByFirstWords(db: Db, words: string[]) {
  return db
    .selectFrom('journals')
    .select(['id', 'title', 'title_zh'])
    .where(({ or }) =>
      or(
        [...words, ...words.map((word) => `the ${word}`)].map(
          (word) => sql<boolean>`lower(title) like ${`${likePattern(word)}%`} escape '\\'`,
        ),
      ),
    )
    .orderBy('paper_count', 'desc')
    .execute()
}

/** Returns the ids of papers of journals, within one year of `year`, whose pages begin with a page. */
export async function findPapersAtPage(
  db: Db,
  { journals, year, page }: { journals: string[]; year: number; page: string },
): Promise<string[]> {
  const rows = await inBatches(journals, (batch) =>
    db
      .selectFrom('papers')
      .select('id')
      .where('journal_id', 'in', batch)
      .where('year', 'in', [year - 1, year, year + 1])
      .where('deleted_at', 'is', null)
      // A record is JSON without spaces, so that the beginning of its pages can be found as text.
      .where(sql<boolean>`lower(record) like ${`%"basic_page":"${likePattern(page)}%`} escape '\\'`)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}
