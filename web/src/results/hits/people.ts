import type { Creator } from '@scinav/contract'
import { authorsOf, chineseNameOf, type Paper } from '../../paper/paper.ts'

/** One of several people with the same name. */
interface Person {
  /** Their affiliations. */
  affiliations: string[]
  orcid: string | undefined
  /** Number of papers by them. */
  count: number
}

/**
 * Groups the authors of papers into people by name, the most frequent first: entries with the same ORCID or a common
 * affiliation are one person. An entry with neither could be anybody and is not counted.
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

function countPerson({ orcid, affiliations }: Creator, people: Person[]): void {
  const known = people.find((person) =>
    person.orcid && orcid
      ? person.orcid === orcid
      : affiliations.some((where) => person.affiliations.includes(where)),
  )
  if (!known) {
    people.push({ affiliations: [...affiliations], orcid, count: 1 })
    return
  }
  known.count += 1
  known.orcid ??= orcid
  known.affiliations = [...new Set([...known.affiliations, ...affiliations])]
}
