import { yearOf } from '@scinav/search'
import { type Paper, papersByIds } from '../../library/papers/index.ts'
import { titleKey, titleKeyOf } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import type { Comparable } from './comparable.ts'
import { isOwned, namesAnAuthor } from './compare-fields.ts'
import type { Entry } from './entry.ts'
import * as store from './reference.store.ts'

export type FoundBy = 'doi' | 'arxiv' | 'title'

/** A paper that an entry may be, and what led to it. */
export interface Candidate<Record extends Comparable = Paper> {
  by: FoundBy
  /** As the entry has it, where that led here. */
  title: string
  paper: Record
}

/** Papers under the identifiers and the possible titles of entries, in this order. */
export async function candidatesOf(
  ctx: Context,
  entries: readonly Entry[],
): Promise<Map<Entry, Candidate[]>> {
  const keys = new Map<Entry, ReturnType<typeof keysOf>>()
  for (const [at, entry] of entries.entries()) {
    keys.set(entry, keysOf(entry))
    if (at % 10 === 9) await breath()
  }
  const ids = await store.papersByKeys(
    ctx.db,
    [...keys.values()].flat().map(({ key }) => key),
  )
  const papers = new Map((await papersByIds(ctx, [...ids.values()].flat())).map((paper) => [paper.id, paper]))
  const found = (entry: Entry) =>
    (keys.get(entry) ?? []).flatMap(({ by, key, title }) =>
      (ids.get(key) ?? []).flatMap((id) => {
        const paper = papers.get(id)
        return paper ? [{ by, title, paper }] : []
      }),
    )
  return new Map(entries.map((entry) => [entry, found(entry)]))
}

/** The paper that each entry is: by identifier, else by a title of the library where an author or the year agrees. */
export async function findReferences(ctx: Context, entries: readonly Entry[]): Promise<(Candidate | null)[]> {
  const candidates = await candidatesOf(ctx, entries)
  return entries.map(
    (entry) =>
      candidates.get(entry)?.find(({ by, title, paper }) => by !== 'title' || isSame(paper, entry, title)) ??
      null,
  )
}

function keysOf({ parsed: { doi, arxiv, titles } }: Entry) {
  return [
    ...(doi ? [{ by: 'doi' as const, key: `doi:${doi}`, title: '' }] : []),
    ...(arxiv ? [{ by: 'arxiv' as const, key: `arxiv:${arxiv}`, title: '' }] : []),
    ...titles.map((title) => ({ by: 'title' as const, key: titleKeyOf(title), title })),
  ]
}

/** Whether an entry with the title of a paper is of that paper. */
export function isSame(paper: Comparable, entry: Entry, title: string): boolean {
  if (!isTitleOf(paper, title)) return false
  const year = yearOf(paper.publish_date)
  const stated = entry.parsed.year
  const isYear = stated !== null && year > 0 && Math.abs(year - stated) <= 1
  return namesAnAuthor(paper, entry) || (isYear && (paper.creators.length === 0 || isOwned(paper)))
}

/** The keys that titles are found by are cut; here they are whole. */
export const isTitleOf = ({ title, title_zh }: Comparable, given: string): boolean =>
  [titleKey(title), titleKey(title_zh ?? '')].includes(titleKey(given))
