import type { Work } from '@scinav/contract'
import {
  arxivAtomWork,
  crossrefWork,
  openAlexWork,
  pubmedWork,
  readRecord,
  semanticScholarWork,
} from '@scinav/formats'
import type { BaseContext } from '../../platform/context/context.ts'
import type { RecordFormat } from '../../platform/providers/engines/port.ts'
import { refreshJournalFigures } from './journal-figures.ts'
import { matchPapers } from './known-works.ts'
import { storeWorks } from './store-works.ts'
import * as store from './work.store.ts'

const RECORD_READERS: Record<RecordFormat, (text: string) => Work> = {
  openalex: openAlexWork,
  crossref: crossrefWork,
  arxiv: arxivAtomWork,
  semantic_scholar: semanticScholarWork,
  pubmed: pubmedWork,
}

/** Parses the records of an outside engine with the readers of the import; unreadable records are omitted. */
export function readRecords(format: RecordFormat, records: string[]): Work[] {
  return records.flatMap((text) => {
    const result = readRecord({ text, line: 1, offset: 0 }, RECORD_READERS[format])
    return result?.ok ? [result.work] : []
  })
}

/**
 * Adds works to the library as an import does. Works that the library already has stay unchanged. Must only be used for
 * works that this server fetched itself: everybody reads the library, so nobody's browser may write into it.
 *
 * @returns `paper_ids`: the ids of the papers in the order of `works`, null where even then no paper is the same work,
 *   as when works of the list contradict each other; `added`: the number of new papers.
 */
export async function storeOutsideWorks(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId' | 'library'>,
  works: Work[],
): Promise<{ paper_ids: (string | null)[]; added: number }> {
  const { change } = await store.readCounters(ctx.db)
  const known = await matchPapers(ctx, works)
  const fresh = works.filter((_, at) => !known[at])
  const { added } = await storeWorks(ctx, fresh, { source: '联合检索' })
  if (added > 0) {
    await refreshJournalFigures(ctx, change)
    await ctx.library.catchUp()
  }
  return { paper_ids: await matchPapers(ctx, works), added }
}
