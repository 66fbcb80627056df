import type { Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { extractJournal, type JournalFacts } from './journal-facts.ts'
import * as store from './work.store.ts'

/**
 * Inserts missing journals of the works, adds missing ISSNs to known ones, and returns journal ids by folded title.
 */
export async function storeJournals(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  works: Work[],
): Promise<Map<string, string>> {
  const facts = collectFacts(works)
  if (facts.size === 0) return new Map()
  const known = await store.findJournalsByKeys(ctx.db, [...facts.keys()])
  for (const { id, title_key, issn } of known) {
    const found = facts.get(title_key)?.issn
    if (!issn && found) await store.setIssn(ctx.db, id, found)
  }
  const ids = new Map(known.map(({ title_key, id }) => [title_key, id]))
  const created_at = ctx.now().toISOString()
  const rows = [...facts.values()]
    .filter(({ title_key }) => !ids.has(title_key))
    .map(({ clc_codes, ...rest }) => ({
      ...rest,
      id: ctx.newId(),
      eissn: null,
      country: null,
      homepage: null,
      // Subjects are computed over all papers of a journal, because one paper says little about it.
      subject_codes: '[]',
      clc_codes: JSON.stringify(clc_codes),
      esi_subject: null,
      paper_count: 0,
      citation_sum: 0,
      year_counts: '[]',
      created_at,
    }))
  await store.insertJournals(ctx.db, rows)
  for (const { title_key, id } of rows) ids.set(title_key, id)
  return ids
}

/** Returns what the works together state about each journal. */
function collectFacts(works: Work[]): Map<string, JournalFacts> {
  const facts = new Map<string, JournalFacts>()
  for (const work of works) {
    const found = extractJournal(work)
    if (!found) continue
    const known = facts.get(found.title_key)
    facts.set(found.title_key, known ? mergeFacts(known, found) : found)
  }
  return facts
}

function mergeFacts(known: JournalFacts, found: JournalFacts): JournalFacts {
  return {
    ...known,
    issn: known.issn ?? found.issn,
    publisher: known.publisher ?? found.publisher,
    clc_codes: known.clc_codes.length > 0 ? known.clc_codes : found.clc_codes,
  }
}
