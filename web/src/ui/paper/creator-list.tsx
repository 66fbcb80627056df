import type { Creator } from '@scinav/contract'
import { Link } from 'react-router'
import { nameOf, type Paper } from './paper.ts'
import styles from './paper-drawer.module.css'
import { fieldQuery, searchAddress } from './search-address.ts'

/** How many people stand before the rest folds. */
const SHOWN = 20

const roles: Partial<Record<Creator['role'], string>> = {
  editor: '编者',
  translator: '译者',
  corresponding: '通讯作者',
  advisor: '导师',
  publisher: '出版者',
}

/** Everybody who made the work, with where they worked and their ORCID. */
export function CreatorList({ paper }: { paper: Paper }) {
  const people = paper.creators.map((creator, place) => ({ creator, place }))
  if (people.length === 0) return null
  const [shown, rest] = [people.slice(0, SHOWN), people.slice(SHOWN)]
  return (
    <section className={styles.part}>
      <h4>作者</h4>
      <ul className={styles.people}>
        {shown.map(({ creator, place }) => (
          <Person key={place} creator={creator} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>其余 {rest.length} 人</summary>
          <ul className={styles.people}>
            {rest.map(({ creator, place }) => (
              <Person key={place} creator={creator} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Person({ creator }: { creator: Creator }) {
  const name = nameOf(creator)
  const role = roles[creator.role]
  return (
    <li>
      <Link to={searchAddress(fieldQuery('AU', name))}>{name}</Link>
      {creator.name_zh && creator.name_zh !== creator.name && <span> {creator.name}</span>}
      {role && <span className={styles.quiet}>（{role}）</span>}
      {creator.affiliations.length > 0 && (
        <span className={styles.quiet}> {creator.affiliations.join('；')}</span>
      )}
      {creator.orcid && (
        <a
          className={styles.orcid}
          href={`https://orcid.org/${encodeURIComponent(creator.orcid)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          ORCID {creator.orcid}
        </a>
      )}
    </li>
  )
}
