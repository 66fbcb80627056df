import type { Work } from '@scinav/contract'
import { mergeWorks } from './merge-works.ts'
import { compareWorks, workKeys } from './work-keys.ts'

/** A record from somewhere; `mark` is whatever the caller needs to know about it. */
export interface MarkedWork<Mark> {
  work: Work
  mark: Mark
  /** A paper of the library: two of them are two, however alike. */
  fixed: boolean
}

/** Records of one work, their fields put together; the first one wins where two speak. */
export interface MergedWork<Mark> {
  work: Work
  marks: Mark[]
  fixed: boolean
}

/** Puts records of one work together by the rules of the import (compareWorks); versions of a work stay apart. */
export function groupSameWorks<Mark>(found: MarkedWork<Mark>[]): MergedWork<Mark>[] {
  const groups = new Set<MergedWork<Mark>>()
  const byKey = new Map<string, MergedWork<Mark>[]>()
  const remember = (group: MergedWork<Mark>) => {
    for (const key of workKeys(group.work)) {
      const list = byKey.get(key) ?? []
      if (!list.includes(group)) byKey.set(key, [...list, group])
    }
  }
  for (const { work, mark, fixed } of found) {
    const alike = fixed ? [] : findMatchingGroups(byKey, work).filter((group) => groups.has(group))
    const [first, ...others] = alike.toSorted((a, b) => Number(b.fixed) - Number(a.fixed))
    const group = first ?? { work, marks: [], fixed }
    if (first) first.work = mergeWorks(first.work, work)
    group.marks.push(mark)
    // The record shows that groups which had nothing in common are one work.
    for (const other of others.filter((each) => !each.fixed)) {
      group.work = mergeWorks(group.work, other.work)
      group.marks.push(...other.marks)
      groups.delete(other)
    }
    groups.add(group)
    remember(group)
  }
  return [...groups]
}

/**
 * The groups a work belongs to: all that share an identifier with it, else the first of its title. A title alone
 * proves nothing about two groups that it fits: they may be two versions.
 */
function findMatchingGroups<Mark>(byKey: Map<string, MergedWork<Mark>[]>, work: Work): MergedWork<Mark>[] {
  const same = (key: string) =>
    (byKey.get(key) ?? []).filter((group) => compareWorks(group.work, work, key) === 'same')
  const byTitle = Map.groupBy(workKeys(work), (key) => key.startsWith('title:'))
  const identified = (byTitle.get(false) ?? []).flatMap(same)
  if (identified.length > 0) return [...new Set(identified)]
  return (byTitle.get(true) ?? []).flatMap(same).slice(0, 1)
}
