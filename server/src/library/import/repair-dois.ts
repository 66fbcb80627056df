import { readWork, type Work } from '@scinav/contract'
import { isTruncatedDoi, normalizeDoi } from '@scinav/contract/doi'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { compareWorks, workKeys } from '../works/index.ts'
import { undoMergeRow } from './merge.service.ts'
import * as merges from './merge.store.ts'
import * as dois from './repair-dois.store.ts'
import { rewritePaper } from './store-works.ts'
import * as store from './work.store.ts'

/** Rows processed per query. */
const BATCH_SIZE = 500
/** Texts of a record from this length on, such as abstracts, are not tried as a DOI. */
const MAX_DOI_TEXT_CHARS = 2_000

/**
 * Repairs DOIs of the 1990s that were truncated at `<` (see `isTruncatedDoi`): restores the whole DOI where the
 * record still contains it elsewhere, otherwise removes it. Records merged because of a truncated DOI become papers
 * of their own unless another key makes them the same work, and references to truncated DOIs are removed. Idempotent,
 * so that a run ended by `signal`, whose reason is thrown, can be repeated.
 */
export async function repairDois(ctx: BaseContext, signal: AbortSignal): Promise<void> {
  await repairPapers(ctx, signal)
  await removeCutReferences(ctx, signal)
}

/** Repairs the papers with truncated DOIs, batch by batch in the order of `seq`. */
async function repairPapers(ctx: BaseContext, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await dois.listPapersAfter(ctx.db, after, BATCH_SIZE)
    for (const { id, doi } of rows) if (doi && isTruncatedDoi(doi)) await repairPaper(ctx, id)
    if (rows.length < BATCH_SIZE) return
    after = Number(rows.at(-1)?.seq)
  }
}

/** Removes references to truncated DOIs, batch by batch in the order of their keys. */
async function removeCutReferences(ctx: BaseContext, signal: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const rows = await dois.listReferencesAfter(ctx.db, after, BATCH_SIZE)
    for (const { key } of rows) if (isCutKey(key)) await removeCutReference(ctx, key)
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)?.key ?? ''
  }
}

/** Returns whether the key of a reference is a truncated DOI. */
const isCutKey = (key: string) => key.startsWith('doi:') && isTruncatedDoi(key.slice('doi:'.length))

/** Returns all texts anywhere in a value. */
function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTexts) : []
}

/**
 * Returns the record with its whole DOI if that occurs anywhere in it, else without a DOI, and without truncated
 * references.
 */
function withWholeDoi(work: Work): Work {
  const { doi, reference_ids, ...rest } = work
  const references = reference_ids.filter((key) => !isCutKey(key))
  if (!doi || !isTruncatedDoi(doi)) return { ...work, reference_ids: references }
  const whole = collectTexts(rest)
    .filter((text) => text.length < MAX_DOI_TEXT_CHARS)
    .map(normalizeDoi)
    .find((found) => found?.startsWith(`${doi}<`))
  return { ...work, doi: whole ?? null, reference_ids: references }
}

/** Repairs one paper and its merges in one transaction. */
function repairPaper(ctx: BaseContext, id: string): Promise<void> {
  return transact(ctx, async (ctx) => {
    await repairMerges(ctx, id)
    await rewriteRepaired(ctx, id)
  })
}

/** Rewrites a paper with its repaired record, and counts the citations of its new keys. */
async function rewriteRepaired(ctx: BaseContext, id: string): Promise<void> {
  const [row] = await store.findPapersByIds(ctx.db, [id])
  if (!row) return
  const work = withWholeDoi(readWork(row.record))
  await rewritePaper(ctx, id, work)
  const citing = await store.countCiting(
    ctx.db,
    workKeys(work).filter((key) => !key.startsWith('title:')),
  )
  const cited_by_count = [...citing.values()].reduce((sum, count) => sum + count, 0)
  await store.updatePaper(ctx.db, id, { cited_by_count })
}

/** Repairs the records of a paper's merges, and undoes merges that only the truncated DOI explains. */
async function repairMerges(ctx: BaseContext, paper_id: string): Promise<void> {
  /** Ids of the merges that a truncated DOI may have caused. */
  const suspected: string[] = []
  for (const row of await merges.listOldestFirst(ctx.db, paper_id)) {
    const [before, merged] = [readWork(row.before), readWork(row.record)]
    if (row.rule === 'doi' && merged.doi && isTruncatedDoi(merged.doi)) suspected.push(row.id)
    await merges.setWorks(
      ctx.db,
      row.id,
      JSON.stringify(withWholeDoi(before)),
      JSON.stringify(withWholeDoi(merged)),
    )
  }
  for (const id of suspected) {
    // Read again, since undoing a merge changes the later ones.
    const row = await merges.findById(ctx.db, id)
    if (row && !isSameWork(readWork(row.before), readWork(row.record))) await undoMergeRow(ctx, row)
  }
}

/** Returns whether two repaired records still are the same work by a key that they share. */
function isSameWork(a: Work, b: Work): boolean {
  const keys = new Set(workKeys(a))
  return workKeys(b).some((key) => keys.has(key) && compareWorks(a, b, key) === 'same')
}

/** Removes a truncated DOI from the references of all papers that cite it. */
async function removeCutReference(ctx: BaseContext, key: string): Promise<void> {
  await transact(ctx, async (ctx) => {
    for (const id of await dois.findCitingPapers(ctx.db, key)) {
      const [row] = await store.findPapersByIds(ctx.db, [id])
      if (row) await rewritePaper(ctx, id, withWholeDoi(readWork(row.record)))
    }
    await dois.removeReferences(ctx.db, key)
  })
}
