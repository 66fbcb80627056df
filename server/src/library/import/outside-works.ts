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

/** Works of an outside engine's records, as an import reads them; records that cannot be read are left out. */
export function readRecords(format: RecordFormat, records: string[]): Work[] {
  return records.flatMap((text) => {
    const read = readRecord({ text, line: 1, offset: 0 }, RECORD_READERS[format])
    return read?.ok ? [read.work] : []
  })
}

/**
 * Takes works into the library as an import does and answers their papers' ids, in order. What the library already
 * has stays as it is. Only for works that this server has fetched itself.
 */
export async function storeOutsideWorks(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId' | 'library'>,
  works: Work[],
): Promise<{ paper_ids: (string | null)[]; added: number }> {
  const before = await store.readCounters(ctx.db)
  const known = await matchPapers(ctx, works)
  const fresh = works.filter((_, at) => !known[at])
  const { added } = await storeWorks(ctx, fresh, { source: '联合检索' })
  if (added > 0) {
    await refreshJournalFigures(ctx, before.change)
    await ctx.library.catchUp()
  }
  return { paper_ids: await matchPapers(ctx, works), added }
}
