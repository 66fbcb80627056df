import { readWork, type Work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { compareWorks, keysOf } from '../works/index.ts'
import * as store from './work.store.ts'

type Ctx = Pick<BaseContext, 'db'>

/** A paper of the library as a batch of works knows it. */
export interface Known {
  id: string
  work: Work
  /** Of the work. */
  keys: string[]
  work_id: string | null
  /** Not in the database yet. */
  fresh: boolean
}

/** The papers of the library that share a key with some works, by key. */
export async function knownPapers(ctx: Ctx, keys: string[]): Promise<Map<string, Known[]>> {
  const rows = await store.papersByKeys(ctx.db, keys)
  const papers = await store.papersByIds(
    ctx.db,
    rows.map(({ paper_id }) => paper_id),
  )
  const byId = new Map(
    papers.map(({ id, record, work_id }): [string, Known] => {
      const work = readWork(record)
      return [id, { id, work, keys: keysOf(work), work_id, fresh: false }]
    }),
  )
  const byKey = new Map<string, Known[]>()
  for (const { key, paper_id } of rows) {
    const known = byId.get(paper_id)
    if (known) byKey.set(key, [...(byKey.get(key) ?? []), known])
  }
  return byKey
}

/** Which paper of the library each work is; null for one that it does not have. */
export async function papersOf(ctx: Ctx, works: Work[]): Promise<(string | null)[]> {
  const keyed = works.map((work) => ({ work, keys: keysOf(work) }))
  const byKey = await knownPapers(
    ctx,
    keyed.flatMap(({ keys }) => keys),
  )
  const same = (work: Work, key: string) =>
    byKey.get(key)?.find((known) => compareWorks(known.work, work, key) === 'same')?.id
  return keyed.map(({ work, keys }) => keys.flatMap((key) => same(work, key) ?? [])[0] ?? null)
}
