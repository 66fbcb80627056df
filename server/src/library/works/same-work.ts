import type { Work } from '@scinav/contract'
import { mergeWorks } from './merge-works.ts'
import { compareWorks, workKeys } from './work-keys.ts'

/** A record with a mark, which is any data the caller wants to keep with it. */
export interface MarkedWork<Mark> {
  work: Work
  mark: Mark
  /** True for a paper of the library; two such papers are never joined, however alike they are. */
  fixed: boolean
}

/** Records of one work with their fields merged, the first record taking precedence. */
export interface MergedWork<Mark> {
  work: Work
  marks: Mark[]
  fixed: boolean
}

/**
 * Groups records of the same work by the rules of the import (`compareWorks`); versions of a work stay apart. Groups
 * come in the order of their first records, and marks roughly so: those of groups that turn out to be equal are
 * appended.
 */
export function groupSameWorks<Mark>(found: MarkedWork<Mark>[]): MergedWork<Mark>[] {
  const groups = new Set<MergedWork<Mark>>()
  const byKey = new Map<string, MergedWork<Mark>[]>()
  // Merging adds keys, so a group is entered again whenever a record has joined it.
  const addKeysOf = (group: MergedWork<Mark>) => {
    for (const key of workKeys(group.work)) {
      const list = byKey.get(key) ?? []
      if (!list.includes(group)) byKey.set(key, [...list, group])
    }
  }
  for (const { work, mark, fixed } of found) {
    const matching = fixed ? [] : findMatchingGroups(byKey, work).filter((group) => groups.has(group))
    const [first, ...others] = matching.toSorted((a, b) => Number(b.fixed) - Number(a.fixed))
    const group = first ?? { work, marks: [], fixed }
    if (first) first.work = mergeWorks(first.work, work)
    group.marks.push(mark)
    // This record shows that groups without a common key are the same work.
    for (const other of others.filter((each) => !each.fixed)) {
      group.work = mergeWorks(group.work, other.work)
      group.marks.push(...other.marks)
      groups.delete(other)
    }
    groups.add(group)
    addKeysOf(group)
  }
  return [...groups]
}

/**
 * Returns the groups that a work belongs to: all that share an identifier with it, else the first with its title. A
 * title that fits two groups does not prove them equal: they may be two versions.
 */
function findMatchingGroups<Mark>(byKey: Map<string, MergedWork<Mark>[]>, work: Work): MergedWork<Mark>[] {
  const same = (key: string) =>
    (byKey.get(key) ?? []).filter((group) => compareWorks(group.work, work, key) === 'same')
  const byTitle = Map.groupBy(workKeys(work), (key) => key.startsWith('title:'))
  const identified = (byTitle.get(false) ?? []).flatMap(same)
  if (identified.length > 0) return [...new Set(identified)]
  return (byTitle.get(true) ?? []).flatMap(same).slice(0, 1)
}
