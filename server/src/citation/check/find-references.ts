import { yearOf } from '@scinav/search'
import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import { titleKey, titleLookupKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { cannotCompareAuthors, isOwnedType, namesAnAuthor } from './compare-authors.ts'
import type { ComparableRecord, ReferenceEntry } from './entry.ts'
import * as store from './reference.store.ts'

/** The key that led to a match. */
export type MatchBasis = 'doi' | 'arxiv' | 'title'

/** A paper that an entry may refer to, and the key that led to it. */
export interface ReferenceCandidate<Work extends ComparableRecord = Paper> {
  by: MatchBasis
  /** The title in the entry; empty for a match by identifier. */
  title: string
  paper: Work
}

/** Entries whose keys are made before other tasks get a turn. */
const ENTRIES_PER_TURN = 10

/** Returns papers by entry: those with its DOI, its arXiv identifier, then its possible titles. */
export async function findReferenceCandidates(
  ctx: Context,
  entries: readonly ReferenceEntry[],
): Promise<Map<ReferenceEntry, ReferenceCandidate[]>> {
  const keys = new Map<ReferenceEntry, ReturnType<typeof lookupKeys>>()
  for (const [at, entry] of entries.entries()) {
    keys.set(entry, lookupKeys(entry))
    if (at % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await yieldToEventLoop()
  }
  const ids = await store.findPapersByKeys(
    ctx.db,
    [...keys.values()].flat().map(({ key }) => key),
  )
  const papers = new Map(
    (await findPapersByIds(ctx, [...ids.values()].flat())).map((paper) => [paper.id, paper]),
  )
  const candidatesOf = (entry: ReferenceEntry) =>
    (keys.get(entry) ?? []).flatMap(({ by, key, title }) =>
      (ids.get(key) ?? []).flatMap((id) => {
        const paper = papers.get(id)
        return paper ? [{ by, title, paper }] : []
      }),
    )
  return new Map(entries.map((entry) => [entry, candidatesOf(entry)]))
}

/**
 * Returns the paper that each entry refers to, in the order of the entries, or null: by identifier, or by a title for
 * which an author or the year agrees too.
 */
export async function findReferences(
  ctx: Context,
  entries: readonly ReferenceEntry[],
): Promise<(ReferenceCandidate | null)[]> {
  const candidates = await findReferenceCandidates(ctx, entries)
  return entries.map(
    (entry) =>
      candidates
        .get(entry)
        ?.find(({ by, title, paper }) => by !== 'title' || isSameWork(paper, entry, title)) ?? null,
  )
}

/** Returns the keys under which the library files the work of an entry; `title` is '' for identifiers. */
function lookupKeys({ parsed: { doi, arxiv, titles } }: ReferenceEntry) {
  return [
    ...(doi ? [{ by: 'doi' as const, key: `doi:${doi}`, title: '' }] : []),
    ...(arxiv ? [{ by: 'arxiv' as const, key: `arxiv:${arxiv}`, title: '' }] : []),
    ...titles.map((title) => ({ by: 'title' as const, key: titleLookupKey(title), title })),
  ]
}

/**
 * Returns whether an entry with the title of a paper refers to it: an author is named, or, for a work with an owner or
 * whose authors cannot be compared, the year agrees within one.
 */
export function isSameWork(paper: ComparableRecord, entry: ReferenceEntry, title: string): boolean {
  if (!hasTitle(paper, title)) return false
  const year = yearOf(paper.publish_date)
  const statedYear = entry.parsed.year
  const yearAgrees = statedYear !== null && year > 0 && Math.abs(year - statedYear) <= 1
  return (
    namesAnAuthor(paper, entry) || (yearAgrees && (cannotCompareAuthors(paper, entry) || isOwnedType(paper)))
  )
}

/** Returns whether a record has exactly this title; needed after a lookup, whose keys are truncated titles. */
export const hasTitle = ({ title, title_zh }: ComparableRecord, other: string): boolean =>
  [titleKey(title), titleKey(title_zh ?? '')].includes(titleKey(other))
