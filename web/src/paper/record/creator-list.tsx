import type { Creator } from '@scinav/contract'
import { Link } from 'react-router'
import { fieldQuery, searchAddress } from '../addresses.ts'
import { type Paper, printedName } from '../paper.ts'
import styles from './paper-drawer.module.css'
import { Part } from './part.tsx'

/** Number of people shown before the rest is collapsed. */
const MAX_SHOWN = 30

const roleNames: Partial<Record<Creator['role'], string>> = {
  editor: '编者',
  translator: '译者',
  corresponding: '通讯作者',
  advisor: '导师',
  publisher: '出版者',
}

/** Renders all contributors of the work, with their numbered affiliations below. */
export function CreatorList({ paper }: { paper: Paper }) {
  const people = paper.creators.map((creator, place) => ({ creator, place }))
  const places = [...new Set(paper.creators.flatMap(({ affiliations }) => affiliations))]
  if (people.length === 0) return null
  const [shown, rest] = [people.slice(0, MAX_SHOWN), people.slice(MAX_SHOWN)]
  return (
    <Part title="作者">
      <People paper={paper} people={shown} places={places} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>其余 {rest.length} 人</summary>
          <People paper={paper} people={rest} places={places} />
        </details>
      )}
      {places.length > 0 && (
        <ol className={styles.places}>
          {places.map((name, place) => (
            <li key={name}>
              {places.length > 1 && <sup>{place + 1}</sup>}
              {name}
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

interface PeopleProps {
  paper: Paper
  people: { creator: Creator; place: number }[]
  /** All affiliations of the work; people refer to them by number. */
  places: string[]
}

function People({ paper, people, places }: PeopleProps) {
  return (
    <ul className={styles.people}>
      {people.map(({ creator, place }) => (
        <Person key={place} creator={creator} name={printedName(paper, creator)} places={places} />
      ))}
    </ul>
  )
}

interface PersonProps extends Pick<PeopleProps, 'places'> {
  creator: Creator
  name: string
}

function Person({ creator, name, places }: PersonProps) {
  const other = [creator.name, creator.name_zh].find((one) => one && one !== name)
  const role = roleNames[creator.role]
  const numbers = creator.affiliations.map((one) => places.indexOf(one) + 1)
  return (
    <li>
      <Link to={searchAddress(fieldQuery('AU', name))}>{name}</Link>
      {places.length > 1 && numbers.length > 0 && <sup>{numbers.join(',')}</sup>}
      {other && <span> {other}</span>}
      {role && <span className={styles.quiet}>（{role}）</span>}
      {creator.orcid && (
        <a
          className={styles.orcid}
          href={`https://orcid.org/${encodeURIComponent(creator.orcid)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${name} 的 ORCID`}
        >
          ORCID
        </a>
      )}
    </li>
  )
}
