import type { Creator } from '@scinav/contract'
import { Link } from 'react-router'
import { fieldQuery, searchAddress } from '../../paper/addresses.ts'
import { chineseNameOf, type Paper } from '../../paper/paper.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { peopleByName } from './people.ts'
import styles from './results.module.css'

interface Props {
  author: Creator
  /** The hits in which people of this name are looked up. */
  papers: readonly Paper[]
  onClose: () => void
}

/**
 * Renders the choice between several people of one name. They are told apart by ORCID and affiliation, and shown with
 * both; the search for one of them is by name and first affiliation, since the query language has no ORCID.
 */
export function AuthorPanel({ author, papers, onClose }: Props) {
  const name = chineseNameOf(author)
  const people = peopleByName(papers).get(name) ?? []
  return (
    <Panel title={`哪一位 ${name}`} width={560} fit onClose={onClose}>
      <ul className={styles.people}>
        {people.map(({ affiliations, orcid, count }) => (
          // Everybody has one of the two, see `peopleByName`.
          <li key={orcid ?? affiliations[0]}>
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

/** Returns the query for a name (`AU`) and, if one is known, the first affiliation (`AF`). */
function personQuery(name: string, affiliations: readonly string[]): string {
  const author = fieldQuery('AU', name)
  const [affiliation] = affiliations
  return affiliation ? `${author} AND ${fieldQuery('AF', affiliation)}` : author
}
