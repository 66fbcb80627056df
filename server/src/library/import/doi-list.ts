import type { Work } from '@scinav/contract'
import type { ReadResult } from '@scinav/formats'
import { parseQuery } from '@scinav/search'
import { type BaseContext, type ImportWatch, transact } from '../../platform/context/context.ts'
import { EngineFault, type OutsideEngine } from '../../platform/providers/engines/port.ts'
import * as imports from './import.store.ts'
import { refreshJournalFigures } from './journal-figures.ts'
import { matchPapers } from './known-works.ts'
import { readRecords } from './outside-works.ts'
import { storeWorks } from './store-works.ts'
import * as works from './work.store.ts'

// The import of a list of DOIs. `resolveKnownDois` matches those that the library has while the list is read;
// `lookUpDois` afterwards asks the outside engines for the others.

const NOT_IN_LIBRARY = '本馆文献中没有这个 DOI'
const NOT_FOUND = '本馆文献中没有这个 DOI，Crossref 和 OpenAlex 也没有'
const DOI_ENGINES = ['crossref', 'openalex']
/** Maximum number of DOIs per list that are looked up; each lookup takes about a second. */
const MAX_LOOKUPS = 1_000
/** DOIs looked up before the works found are stored. */
const BATCH_SIZE = 20
/** Number of results requested for a DOI; the one with exactly this DOI counts. */
const MAX_RESULTS = 5

/** Returns the results of a DOI list in their order, with those whose work the library lacks turned into faults. */
export async function resolveKnownDois(
  ctx: Pick<BaseContext, 'db'>,
  results: ReadResult[],
): Promise<ReadResult[]> {
  const listed = results.flatMap((result) => (result.ok ? [result.work] : []))
  const paper_ids = await matchPapers(ctx, listed)
  const known = new Set(listed.filter((_, at) => paper_ids[at] !== null))
  return results.map((result) => {
    if (!result.ok || known.has(result.work)) return result
    return {
      ok: false,
      line: result.line,
      offset: result.offset,
      reason: NOT_IN_LIBRARY,
      excerpt: result.work.title,
    }
  })
}

type ImportFaultRow = Awaited<ReturnType<typeof imports.findFaults>>['rows'][number]

/**
 * Returns the work of a DOI from the first engine that knows it, or null when none does. Faults of an engine are
 * skipped.
 */
async function lookUpDoi(engines: OutsideEngine[], doi: string, signal: AbortSignal): Promise<Work | null> {
  for (const engine of engines) {
    try {
      const { records } = await engine.search({ parsed: parseQuery(doi), page: 1, size: MAX_RESULTS }, signal)
      const work = readRecords(engine.id, records).find((each) => each.doi === doi)
      if (work) return work
    } catch (error) {
      if (!(error instanceof EngineFault)) throw error
    }
  }
  return null
}

/**
 * Looks up the DOIs of an import that the library lacks and stores the works found. Does nothing when outside engines
 * are off.
 */
export async function lookUpDois(
  ctx: BaseContext,
  import_id: string,
  { signal, report }: ImportWatch,
): Promise<void> {
  const { all, off } = ctx.providers.engines
  if (off) return
  const missing = await imports.findFaultsByReason(ctx.db, { import_id, reason: NOT_IN_LIBRARY }, MAX_LOOKUPS)
  if (missing.length === 0) return
  const engines = all.filter(({ id }) => DOI_ENGINES.includes(id))
  const { change } = await works.readCounters(ctx.db)
  for (let from = 0; from < missing.length && !signal.aborted; from += BATCH_SIZE) {
    await lookUpBatch(ctx, import_id, engines, missing.slice(from, from + BATCH_SIZE), signal)
    const done = Math.min(from + BATCH_SIZE, missing.length)
    await report(done / missing.length, `已联网查找 ${done} 个 DOI`)
  }
  await refreshJournalFigures(ctx, change)
}

/** Looks up the DOIs of some faults (`excerpt` is the DOI), stores the works found and updates faults and counts. */
async function lookUpBatch(
  ctx: BaseContext,
  import_id: string,
  engines: OutsideEngine[],
  faults: ImportFaultRow[],
  signal: AbortSignal,
): Promise<void> {
  const workByLine = new Map<number, Work | null>()
  for (const { line, excerpt } of faults)
    workByLine.set(Number(line), await lookUpDoi(engines, excerpt, signal))
  await transact(ctx, async (ctx) => {
    const row = await imports.byId(ctx.db, import_id)
    if (!row) return
    const foundWorks = [...workByLine.values()].flatMap((work) => work ?? [])
    const stored = await storeWorks(ctx, foundWorks, { source: row.file_name })
    const foundLines = [...workByLine].flatMap(([line, work]) => (work === null ? [] : [line]))
    const missingLines = [...workByLine].flatMap(([line, work]) => (work === null ? [line] : []))
    await imports.removeFaults(ctx.db, import_id, foundLines)
    await imports.changeReason(ctx.db, import_id, missingLines, NOT_FOUND)
    await imports.update(ctx.db, import_id, {
      added: Number(row.added) + stored.added,
      merged: Number(row.merged) + stored.merged,
      unchanged: Number(row.unchanged) + stored.unchanged,
      broken: Number(row.broken) - foundWorks.length,
    })
  })
}
