import { readWork, type Work } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { compareWorks, mergeWorks, workKeys } from '../works/index.ts'
import { findKnownPapers, type KnownPaper } from './known-works.ts'
import { extractJournal, storeJournals } from './store-journals.ts'
import * as store from './work.store.ts'

/** Numbers of works in a batch that were added, merged, or changed nothing. */
export interface StoreCounts {
  added: number
  merged: number
  unchanged: number
}

interface StoreOptions {
  /** The origin of the works, shown in the list of merges. */
  source: string
  is_starter?: boolean
}

type Ctx = Pick<BaseContext, 'db' | 'now' | 'newId'>

/** What a call of `storeWorks` is going to write. */
interface WorkBatch {
  source: string
  is_starter: boolean
  time: string
  /** The number of the change, the same for all papers of the batch. */
  change: number
  /** The last sequence number before the batch. */
  seq: number
  newId: () => string
  /** The papers of the library and of the batch by their keys. */
  byKey: Map<string, KnownPaper[]>
  added: KnownPaper[]
  /** Papers whose record has changed. */
  changed: Set<KnownPaper>
  /** Papers that have become versions of one work. */
  linked: Set<KnownPaper>
  /**
   * The merges that changed a paper; `rule` is the kind of the key that both records share, such as `doi` or `title`.
   */
  merges: { known: KnownPaper; before: Work; found: Work; rule: string }[]
  counts: StoreCounts
}

/**
 * Adds works to the library in one transaction: new works become papers, known ones are merged into their paper
 * (undoable), and versions are linked. The same work may occur several times in a batch.
 */
export function storeWorks(
  ctx: Ctx,
  works: Work[],
  { source, is_starter = false }: StoreOptions,
): Promise<StoreCounts> {
  const keyed = works.map((work) => ({ work, keys: workKeys(work) }))
  return transact(ctx, async (ctx) => {
    const byKey = await findKnownPapers(
      ctx,
      keyed.flatMap(({ keys }) => keys),
    )
    const batch = await createBatch(ctx, { source, is_starter }, byKey)
    for (const { work, keys } of keyed) addWork(batch, work, keys)
    await writeBatch(ctx, batch)
    return batch.counts
  })
}

/**
 * Creates an empty batch with the next numbers of the library; must run in the transaction that writes it.
 *
 * @param byKey the papers of the library that have one of the keys of the works.
 */
async function createBatch(
  ctx: Ctx,
  { source, is_starter = false }: StoreOptions,
  byKey: WorkBatch['byKey'] = new Map(),
): Promise<WorkBatch> {
  const { seq, change } = await store.readCounters(ctx.db)
  return {
    source,
    is_starter,
    time: ctx.now().toISOString(),
    change: change + 1,
    seq,
    newId: ctx.newId,
    byKey,
    added: [],
    changed: new Set(),
    linked: new Set(),
    merges: [],
    counts: { added: 0, merged: 0, unchanged: 0 },
  }
}

/** Adds a work to the batch: to the paper that it is the same as, else as a new paper, linked with its versions. */
function addWork(batch: WorkBatch, work: Work, keys: string[]): void {
  const versions: KnownPaper[] = []
  for (const key of keys)
    for (const known of batch.byKey.get(key) ?? []) {
      const compared = compareWorks(known.work, work, key)
      if (compared === 'same') {
        mergeIntoPaper(batch, known, work, key)
        return
      }
      if (compared === 'version') versions.push(known)
    }
  const paper: KnownPaper = { id: batch.newId(), work, keys, work_id: null, fresh: true }
  batch.added.push(paper)
  batch.counts.added += 1
  indexPaper(batch, paper, keys)
  for (const version of versions) linkVersions(batch, paper, version)
}

/** Enters a paper under its keys into `byKey`, each once, so that later works of the batch find it. */
function indexPaper(batch: WorkBatch, known: KnownPaper, keys: string[]): void {
  for (const key of keys) {
    const list = batch.byKey.get(key) ?? []
    if (!list.includes(known)) batch.byKey.set(key, [...list, known])
  }
}

/** Merges a work into a paper, and records the merge unless it changes nothing. */
function mergeIntoPaper(batch: WorkBatch, known: KnownPaper, found: Work, key: string): void {
  const before = known.work
  const merged = mergeWorks(before, found)
  if (JSON.stringify(merged) === JSON.stringify(before)) {
    batch.counts.unchanged += 1
    return
  }
  known.work = merged
  batch.counts.merged += 1
  batch.changed.add(known)
  batch.merges.push({ known, before, found, rule: key.slice(0, key.indexOf(':')) })
  known.keys = workKeys(merged)
  indexPaper(batch, known, known.keys)
}

/** Makes two papers versions of one work. */
function linkVersions(batch: WorkBatch, a: KnownPaper, b: KnownPaper): void {
  const work_id = a.work_id ?? b.work_id ?? batch.newId()
  for (const paper of [a, b]) {
    paper.work_id = work_id
    batch.linked.add(paper)
  }
}

/** Writes all papers, keys and merges of a batch. */
async function writeBatch(ctx: Ctx, batch: WorkBatch): Promise<void> {
  const changed = [...new Set([...batch.changed, ...batch.linked])].filter(({ fresh }) => !fresh)
  const journals = await storeJournals(
    ctx,
    [...batch.added, ...changed].map(({ work }) => work),
  )
  const cited = await countLibraryCitations(ctx, batch)
  await store.insertPapers(
    ctx.db,
    batch.added.map((known, index) => ({
      ...paperRow(batch, known, journals),
      id: known.id,
      seq: batch.seq + 1 + index,
      cited_by_count: cited.get(known.id) ?? 0,
      is_starter: batch.is_starter ? 1 : 0,
      created_at: batch.time,
      deleted_at: null,
    })),
  )
  for (const known of changed) await store.updatePaper(ctx.db, known.id, paperRow(batch, known, journals))
  await store.insertKeys(
    ctx.db,
    [...batch.added, ...changed].flatMap(({ id, keys }) => keys.map((key) => ({ key, paper_id: id }))),
  )
  await store.insertMerges(
    ctx.db,
    batch.merges.map((merge) => mergeRow(batch, merge)),
  )
  await storeReferences(ctx, batch, changed)
}

/** Returns the columns that are written for new and for changed papers. */
function paperRow(batch: WorkBatch, { work, work_id }: KnownPaper, journals: Map<string, string>) {
  return {
    change: batch.change,
    resource_type: work.resource_type,
    title: work.title,
    year: yearOf(work.publish_date) || null,
    doi: work.doi,
    journal_id: journals.get(extractJournal(work)?.title_key ?? '') ?? null,
    work_id,
    citation_count: work.citation_count,
    record: JSON.stringify(work),
    updated_at: batch.time,
  }
}

/** Returns the row of a merge, which keeps both records, so that it can be undone. */
function mergeRow(batch: WorkBatch, { known, before, found, rule }: WorkBatch['merges'][number]) {
  return {
    id: batch.newId(),
    paper_id: known.id,
    rule,
    source: batch.source,
    title: found.title,
    record: JSON.stringify(found),
    before: JSON.stringify(before),
    created_at: batch.time,
  }
}

/** Returns how often papers already in the library cite each new paper. */
async function countLibraryCitations(ctx: Ctx, { added }: WorkBatch): Promise<Map<string, number>> {
  const keys = new Map(added.map((known) => [known.id, identifyingKeys(known)]))
  const citing = await store.countCiting(ctx.db, [...keys.values()].flat())
  return new Map(
    [...keys].map(([id, ownKeys]) => [id, ownKeys.reduce((sum, key) => sum + (citing.get(key) ?? 0), 0)]),
  )
}

/** Returns the keys by which other papers cite a paper: all but that of its title. */
const identifyingKeys = ({ keys }: KnownPaper) => keys.filter((key) => !key.startsWith('title:'))

/**
 * Stores the references of new and changed papers and increments the citation counts of papers that new ones cite.
 */
async function storeReferences(ctx: Ctx, batch: WorkBatch, changed: KnownPaper[]): Promise<void> {
  const newCiting = batch.added.filter(({ work }) => work.reference_ids.length > 0)
  const rows = [...newCiting, ...changed].flatMap(({ id, work }) =>
    work.reference_ids.map((key) => ({ paper_id: id, key: key.toLowerCase() })),
  )
  if (rows.length === 0) return
  await store.insertReferences(ctx.db, rows)
  const citedKeys = await store.findPaperKeys(
    ctx.db,
    newCiting.flatMap(({ work }) => work.reference_ids.map((key) => key.toLowerCase())),
  )
  const citedByKey = Map.groupBy(citedKeys, ({ key }) => key)
  /** For each cited paper, how many of the new papers cite it. */
  const counts = new Map<string, number>()
  for (const { work } of newCiting)
    for (const key of work.reference_ids)
      for (const { paper_id } of citedByKey.get(key.toLowerCase()) ?? [])
        counts.set(paper_id, (counts.get(paper_id) ?? 0) + 1)
  await store.addCitations(ctx.db, counts, batch.change)
}

/** Adds a work as a paper of its own, whatever it resembles, and returns its id. */
export async function addAsOwnPaper(ctx: Ctx, work: Work): Promise<string> {
  const batch = await createBatch(ctx, { source: '' })
  const paper: KnownPaper = { id: ctx.newId(), work, keys: workKeys(work), work_id: null, fresh: true }
  batch.added.push(paper)
  await writeBatch(ctx, batch)
  return paper.id
}

/** Replaces the record of a paper, with its keys; does nothing for a paper that does not exist. */
export async function rewritePaper(ctx: Ctx, id: string, work: Work): Promise<void> {
  const [row] = await store.findPapersByIds(ctx.db, [id])
  if (!row) return
  const batch = await createBatch(ctx, { source: '' })
  await store.removeKeys(ctx.db, row.id, workKeys(readWork(row.record)))
  batch.changed.add({ id, work, keys: workKeys(work), work_id: row.work_id, fresh: false })
  await writeBatch(ctx, batch)
}
