import {
  blankWork,
  type CheckedEntry,
  type EngineId,
  MANUSCRIPT_CHECK_LIMITS,
  type ManuscriptCheckEvent,
  type ManuscriptFinding,
  type Work,
} from '@scinav/contract'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import {
  checkInLibrary,
  createOutsideResolver,
  type ReferenceEntry,
  type ResolvedReference,
  readEntry,
} from '../../check/index.ts'
import { type CheckedText, checkEvent, type EntryRecord, type ManuscriptCheck } from '../check/check.ts'
import { LIBRARY_NAME, type LookedUpEntry, lookUpFindings } from './look-up-findings.ts'
import { findInOwnRecords, loadOwnRecords, type OwnRecord } from './own-records.ts'

/** Entries of one progress event: fewer where each may wait for engines. */
const BATCH_SIZE = { library: 20, engines: 4 }

/** While the index is built, works are found by identifiers and exact titles only. */
const INDEX_WARNING =
  '核对时检索索引正在建立，题名写得不准的条目可能没有查到；标为「未找到」的条目，请等索引建好后再核对一次'

/**
 * Looks up the entries in the library, the chosen datasets and the chosen engines, and compares their fields.
 *
 * @param done number of entries that were looked up before an interruption.
 */
export async function* lookUpStage(
  check: ManuscriptCheck,
  done: number,
): AsyncGenerator<ManuscriptCheckEvent> {
  const { ctx, request, signal } = check
  const text = await check.storage.text()
  const total = Math.min(text.entries.length, MANUSCRIPT_CHECK_LIMITS.entries)
  const engines = request.scope.engines.filter((id) => id !== 'local')
  const sources: Sources = {
    engines: createOutsideResolver(ctx, engines),
    names: new Map(ctx.providers.engines.all.map(({ id, name }) => [id, name])),
    ownRecords: await loadOwnRecords(ctx, request.scope.dataset_ids),
  }
  const size = engines.length > 0 ? BATCH_SIZE.engines : BATCH_SIZE.library
  for (let from = done; from < total; from += size) {
    signal.throwIfAborted()
    const found = await lookUpBatch(check, text, sources, { from, until: Math.min(total, from + size) })
    await check.storage.saveRecords(foundRecords(found))
    if (ctx.library.buildProgress() !== null) yield checkEvent('warning', { text: INDEX_WARNING })
    const findings: ManuscriptFinding[] = []
    for (const each of found) {
      findings.push(...lookUpFindings(check, text, each))
      await yieldToEventLoop()
    }
    yield checkEvent('stage.progress', {
      stage: 'lookup',
      done: Math.min(total, from + size),
      total,
      findings,
      checked: found.map(toCheckedEntry),
    })
  }
  if (engines.length > 0) yield checkEvent('engines.asked', { engines: sources.engines.states() })
}

/** Where a check looks beside the library. */
interface Sources {
  engines: ReturnType<typeof createOutsideResolver>
  /** Names of engines. */
  names: ReadonlyMap<EngineId, string>
  /** Records of the chosen datasets. */
  ownRecords: readonly OwnRecord[]
}

/** Looks up the entries `from` … `until` (exclusive): each in the library, then in the datasets, then by the engines. */
async function lookUpBatch(
  { ctx }: ManuscriptCheck,
  text: CheckedText,
  sources: Sources,
  { from, until }: { from: number; until: number },
): Promise<LookedUpEntry[]> {
  const entries: ReferenceEntry[] = []
  for (const { text: written } of text.entries.slice(from, until)) {
    entries.push(readEntry(written))
    await yieldToEventLoop()
  }
  const found: LookedUpEntry[] = []
  for (const [at, inLibrary] of (await checkInLibrary(ctx, entries)).entries()) {
    const entry = entries[at]
    if (!entry) continue
    const ownMatch = inLibrary.status === 'missing' ? findInOwnRecords(entry, sources.ownRecords) : null
    const checked = ownMatch?.checked ?? (await sources.engines.resolve(entry, inLibrary))
    const asked = [
      LIBRARY_NAME,
      ...(sources.ownRecords.length > 0 ? ['我的知识库'] : []),
      ...checked.asked.flatMap((id) => (id === 'local' ? [] : (sources.names.get(id) ?? id))),
    ]
    found.push({ index: from + at, entry, checked, asked, ...recordOf(checked, ownMatch, sources.names) })
    await yieldToEventLoop()
  }
  return found
}

/**
 * Returns the record that an entry was compared with, and the name of its source; both null without one.
 *
 * @param ownMatch the record of a chosen dataset, which comes before those of the library and the engines
 */
function recordOf(
  checked: ResolvedReference,
  ownMatch: { work: Work; source: string } | null,
  names: ReadonlyMap<EngineId, string>,
): Pick<LookedUpEntry, 'source' | 'record'> {
  const bare = { paper_id: null, versions: [], ranks: [] }
  if (ownMatch) {
    const { work, source } = ownMatch
    return { source, record: { ...bare, work, source } }
  }
  const { paper, outside, outside_record, other, outside_other } = checked
  // The owner of a wrong identifier is not the work of the entry.
  if (outside && outside_record && outside !== outside_other) {
    const source = outside.engines.map((id) => names.get(id) ?? id).join('、')
    return { source, record: { ...bare, work: outside_record, source } }
  }
  if (!paper || paper.id === other?.id) return { source: null, record: null }
  const { id: paper_id, versions, ranks } = paper
  return {
    source: LIBRARY_NAME,
    record: { work: workOf(paper), source: LIBRARY_NAME, paper_id, versions, ranks },
  }
}

const WORK_FIELDS = Object.keys(blankWork('', 1))

/** Returns the record of a paper without what depends on its reader. */
const workOf = (paper: Work): Work =>
  Object.fromEntries(Object.entries(paper).filter(([name]) => WORK_FIELDS.includes(name))) as Work

const foundRecords = (found: readonly LookedUpEntry[]): Map<number, EntryRecord> =>
  new Map(found.flatMap(({ index, record }): [number, EntryRecord][] => (record ? [[index, record]] : [])))

const toCheckedEntry = ({ index, checked, source, record }: LookedUpEntry): CheckedEntry => ({
  entry: index,
  status: checked.status,
  source,
  paper_id: record?.paper_id ?? null,
  outside_key: record && checked.outside ? checked.outside.key : null,
})
