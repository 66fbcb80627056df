import type { Creator } from '@scinav/contract'
import { authorsOf, chineseNameOf, type Paper } from '../../paper/paper.ts'

/** One of the people who have a name. */
interface Person {
  /** All affiliations under which they appear. */
  affiliations: string[]
  orcid: string | undefined
  /** Number of papers by them. */
  count: number
}

/**
 * Groups the authors of papers into people by name (as `chineseNameOf` returns it), those with most papers first. Two
 * entries with ORCIDs are one person if these are equal, other entries if they have an affiliation in common. An entry
 * with neither an ORCID nor an affiliation could be anybody and is not counted.
 */
export function peopleByName(papers: readonly Paper[]): Map<string, Person[]> {
  const byName = new Map<string, Person[]>()
  for (const creator of papers.flatMap(authorsOf)) {
    if (!creator.orcid && creator.affiliations.length === 0) continue
    const people = byName.get(chineseNameOf(creator)) ?? []
    byName.set(chineseNameOf(creator), people)
    countPerson(creator, people)
  }
  for (const people of byName.values()) people.sort((a, b) => b.count - a.count)
  return byName
}

/** Counts an author as one of the people already found, or adds one to `people`. */
function countPerson({ orcid, affiliations }: Creator, people: Person[]): void {
  const known = people.find((person) =>
    person.orcid && orcid
      ? person.orcid === orcid
      : affiliations.some((affiliation) => person.affiliations.includes(affiliation)),
  )
  if (!known) {
    people.push({ affiliations: [...affiliations], orcid, count: 1 })
    return
  }
  known.count += 1
  known.orcid ??= orcid
  known.affiliations = [...new Set([...known.affiliations, ...affiliations])]
}
