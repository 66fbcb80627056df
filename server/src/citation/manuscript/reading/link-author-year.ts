import { type AuthorYearMarker, type CitedWork, findAuthorYear } from './author-year-markers.ts'
import type { NameReading } from './cited-names.ts'
import { type EntryNames, familyForms, haveGivenNamesFirst, readEntryNames } from './entry-names.ts'
import type { CitingBlock } from './link-numeric.ts'
import {
  type CitationMarker,
  MAX_ALTERNATIVES,
  MAX_UNLINKED,
  type ManuscriptEntry,
  type ReferenceList,
} from './manuscript.ts'

/** An entry with its names. */
interface NamedEntry extends EntryNames {
  index: number
  list: number
  /** Forms of the family name of the first author, folded. */
  families: Set<string>
}

/** Entries by year and by a form of their first name: `2020 smith`. */
type EntriesByName = ReadonlyMap<string, readonly NamedEntry[]>

interface IndexedEntries {
  main: EntriesByName
  other: EntriesByName
}

/** Indexes entries by their year of publication (`main`), and by the other years that they state (`other`). */
function indexEntries(entries: readonly ManuscriptEntry[]): IndexedEntries {
  const [main, other] = [new Map<string, NamedEntry[]>(), new Map<string, NamedEntry[]>()]
  const add = (map: Map<string, NamedEntry[]>, key: string, entry: NamedEntry) => {
    const same = map.get(key)
    if (same) same.push(entry)
    else map.set(key, [entry])
  }
  const read = entries.map(({ index, list, text }) => ({ ...readEntryNames(text), index, list }))
  const hasGivenFirst = haveGivenNamesFirst(read.map(({ first }) => first))
  for (const names of read) {
    const entry = { ...names, families: familyForms(names.first, hasGivenFirst) }
    for (const first of entry.firsts) {
      if (entry.year) add(main, `${entry.year} ${first}`, entry)
      for (const year of entry.otherYears) add(other, `${year} ${first}`, entry)
    }
  }
  return { main, other }
}

/** Keeps the candidates that pass a test, or all when none does. */
const prefer = <Value>(candidates: readonly Value[], test: (value: Value) => boolean): readonly Value[] => {
  const passing = candidates.filter(test)
  return passing.length > 0 ? passing : candidates
}

/**
 * Returns the entries that a citation may mean under one reading of its names; of several, those that fit best by
 * suffix, family name and number of authors.
 */
function entriesOf(
  { hasMore, suffix, year }: CitedWork,
  { first, others }: NameReading,
  byName: EntriesByName,
): readonly NamedEntry[] {
  const named = (byName.get(`${year} ${first}`) ?? []).filter(({ names }) =>
    others.every((name) => names.includes(name)),
  )
  const fitting = named.filter((entry) => suffix === '' || entry.suffix === '' || entry.suffix === suffix)
  const ofSuffix = suffix === '' ? fitting : prefer(fitting, (entry) => entry.suffix === suffix)
  const exact = prefer(ofSuffix, ({ families }) => families.has(first))
  const cited = hasMore ? 3 : Math.min(others.length + 1, 3)
  // Some styles shorten the names of two authors; nobody shortens those of one.
  const several = cited === 1 ? exact : prefer(exact, ({ authors }) => authors !== 1)
  return prefer(
    prefer(several, ({ authors }) => authors === null || authors === cited),
    ({ authors }) => authors === cited,
  )
}

/** Links a cited work: to the entries of the likeliest reading that any entry fits. */
function findCited(
  work: CitedWork,
  { main, other }: IndexedEntries,
  isInScope: (entry: NamedEntry) => boolean,
): readonly NamedEntry[] {
  for (const byName of [main, other])
    for (const reading of work.readings) {
      const found = entriesOf(work, reading, byName)
      if (found.length > 0) return prefer(found, isInScope)
    }
  return []
}

/**
 * Reads the citations by names and year and links them to the entries of the list of their chapter; returns them in the
 * order of the text. A text that only looks like a citation and fits no entry is left out.
 */
export function linkAuthorYear(
  citing: readonly CitingBlock[],
  lists: readonly ReferenceList[],
  entries: readonly ManuscriptEntry[],
): CitationMarker[] {
  const indexed = indexEntries(entries)
  const linkMarker = ({ works, ...span }: AuthorYearMarker): CitationMarker[] => {
    const isInScope = ({ list }: NamedEntry) => {
      const scope = lists[list]?.scope
      return scope !== undefined && span.block >= scope.from && span.block <= scope.to
    }
    const found = works.map((work) => ({ work, entries: findCited(work, indexed, isInScope) }))
    const unmatched = found.filter((each) => each.entries.length === 0 && each.work.isCertain)
    const matched = found.filter((each) => each.entries.length > 0)
    if (unmatched.length + matched.length === 0) return []
    return [
      {
        ...span,
        form: 'author-year',
        entries: matched.flatMap(({ entries: [one, ...more] }) =>
          one && more.length === 0 ? one.index : [],
        ),
        unmatched: unmatched.slice(0, MAX_UNLINKED).map(({ work }) => work.text),
        ambiguous: matched
          .filter((each) => each.entries.length > 1)
          .slice(0, MAX_UNLINKED)
          .map(({ work, entries }) => ({
            text: work.text,
            entries: entries.slice(0, MAX_ALTERNATIVES).map(({ index }) => index),
          })),
      },
    ]
  }
  return citing.flatMap(({ block, at }) => findAuthorYear(at, block).flatMap(linkMarker))
}
