import type { Creator } from '@scinav/contract'
import { authorsOf, chineseNameOf, type Paper } from '../../paper/paper.ts'

/** One of the people of a name. */
interface Person {
  /** Where they worked. */
  affiliations: string[]
  orcid: string | undefined
  /** How many of the papers are theirs. */
  count: number
}

/**
 * The people behind each name among the authors of papers, the most written first: one ORCID is one person, and so is
 * who was at the same place. An entry that tells neither could be any of them: it is nobody more.
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
