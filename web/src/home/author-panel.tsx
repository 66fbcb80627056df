import type { Creator } from '@scinav/contract'
import { Link } from 'react-router'
import { Panel } from '../ui/panel.tsx'
import { authorsOf, chineseNameOf, type Paper } from '../ui/paper/paper.ts'
import { fieldQuery, searchAddress } from '../ui/paper/search-address.ts'
import styles from './author-panel.module.css'

interface Props {
  author: Creator
  /** The hits among which people of this name are looked for. */
  papers: readonly Paper[]
  onClose: () => void
}

/** Asks which of the people of one name is meant: by ORCID and by where they worked. */
export function AuthorPanel({ author, papers, onClose }: Props) {
  const name = chineseNameOf(author)
  const people = peopleNamed(name, papers)
  return (
    <Panel title={`哪一位 ${name}`} width={560} fit onClose={onClose}>
      <ul className={styles.people}>
        {people.map(({ key, affiliations, orcid, count }) => (
          <li key={key}>
            <Link to={searchAddress(personQuery(name, affiliations))} onClick={onClose}>
              <span className={styles.where}>{affiliations.join('；') || '没有机构信息'}</span>
              <span className={styles.quiet}>
                {[orcid && `ORCID ${orcid}`, `本页 ${count} 篇`].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link to={searchAddress(fieldQuery('AU', name))} onClick={onClose}>
            <span className={styles.where}>所有叫 {name} 的作者</span>
          </Link>
        </li>
      </ul>
    </Panel>
  )
}

interface Person {
  key: string
  affiliations: string[]
  orcid: string | undefined
  /** How many of the hits are theirs. */
  count: number
}

/** People of one name among the authors of papers: one ORCID is one person, else one affiliation is. */
export function peopleNamed(name: string, papers: readonly Paper[]): Person[] {
  const people = new Map<string, Person>()
  for (const creator of papers.flatMap(authorsOf).filter((one) => chineseNameOf(one) === name)) {
    const key = creator.orcid ?? creator.affiliations[0] ?? ''
    const known = people.get(key)
    if (known) {
      known.count += 1
      known.affiliations = [...new Set([...known.affiliations, ...creator.affiliations])]
    } else people.set(key, { key, affiliations: [...creator.affiliations], orcid: creator.orcid, count: 1 })
  }
  return [...people.values()].toSorted((a, b) => b.count - a.count)
}

function personQuery(name: string, affiliations: readonly string[]): string {
  const author = fieldQuery('AU', name)
  const [where] = affiliations
  return where ? `${author} AND ${fieldQuery('AF', where)}` : author
}
