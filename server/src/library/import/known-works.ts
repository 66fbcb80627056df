import { readWork, type Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { compareWorks, workKeys } from '../works/index.ts'
import * as store from './work.store.ts'

type Ctx = Pick<BaseContext, 'db'>

/** A paper of the library while a batch of works is processed. */
export interface KnownPaper {
  id: string
  work: Work
  /** Keys of `work`, see `workKeys`. */
  keys: string[]
  work_id: string | null
  /** True while the paper is not in the database yet. */
  fresh: boolean
}

/** Returns the papers of the library that have one of the keys, by key. */
export async function findKnownPapers(ctx: Ctx, keys: string[]): Promise<Map<string, KnownPaper[]>> {
  const rows = await store.findPaperKeys(ctx.db, keys)
  const papers = await store.findPapersByIds(
    ctx.db,
    rows.map(({ paper_id }) => paper_id),
  )
  const byId = new Map(
    papers.map(({ id, record, work_id }): [string, KnownPaper] => {
      const work = readWork(record)
      return [id, { id, work, keys: workKeys(work), work_id, fresh: false }]
    }),
  )
  const byKey = new Map<string, KnownPaper[]>()
  for (const { key, paper_id } of rows) {
    const paper = byId.get(paper_id)
    if (paper) byKey.set(key, [...(byKey.get(key) ?? []), paper])
  }
  return byKey
}

/** Returns for each work, in order, the id of the same paper in the library, or null when there is none. */
export async function matchPapers(ctx: Ctx, works: Work[]): Promise<(string | null)[]> {
  const keyed = works.map((work) => ({ work, keys: workKeys(work) }))
  const byKey = await findKnownPapers(
    ctx,
    keyed.flatMap(({ keys }) => keys),
  )
  const findSamePaper = (work: Work, key: string) =>
    byKey.get(key)?.find((known) => compareWorks(known.work, work, key) === 'same')?.id
  return keyed.map(({ work, keys }) => keys.flatMap((key) => findSamePaper(work, key) ?? [])[0] ?? null)
}
