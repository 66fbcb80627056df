import type { Creator } from '@scinav/contract'
import { Link } from 'react-router'
import { fieldQuery, searchAddress } from '../addresses.ts'
import { type Paper, printedName } from '../paper.ts'
import styles from './paper-drawer.module.css'
import { Part } from './part.tsx'

/** Number of people shown before the rest is collapsed. */
const MAX_SHOWN = 30

/** Names of the roles other than author. */
const roleNames: Partial<Record<Creator['role'], string>> = {
  editor: '编者',
  translator: '译者',
  corresponding: '通讯作者',
  advisor: '导师',
  publisher: '出版者',
}

/**
 * Renders all contributors of the work, with their affiliations below; the affiliations are numbered if there are
 * several.
 */
export function CreatorList({ paper }: { paper: Paper }) {
  const people = paper.creators.map((creator, index) => ({ creator, index }))
  const affiliations = [...new Set(paper.creators.flatMap((creator) => creator.affiliations))]
  if (people.length === 0) return null
  const shown = people.slice(0, MAX_SHOWN)
  const rest = people.slice(MAX_SHOWN)
  return (
    <Part title="作者">
      <People paper={paper} people={shown} affiliations={affiliations} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>其余 {rest.length} 人</summary>
          <People paper={paper} people={rest} affiliations={affiliations} />
        </details>
      )}
      {affiliations.length > 0 && (
        <ol className={styles.places}>
          {affiliations.map((name, index) => (
            <li key={name}>
              {affiliations.length > 1 && <sup>{index + 1}</sup>}
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
  /** The people to show, each with its position among all creators. */
  people: { creator: Creator; index: number }[]
  /** All affiliations of the work; people refer to them by number. */
  affiliations: string[]
}

/** Renders creators with the numbers of their affiliations. */
function People({ paper, people, affiliations }: PeopleProps) {
  return (
    <ul className={styles.people}>
      {people.map(({ creator, index }) => (
        <Person
          key={index}
          creator={creator}
          name={printedName(paper, creator)}
          affiliations={affiliations}
        />
      ))}
    </ul>
  )
}

interface PersonProps extends Pick<PeopleProps, 'affiliations'> {
  creator: Creator
  /** The name as the work prints it; another recorded one is shown after it. */
  name: string
}

/** Renders a creator as a link to their papers, with another form of the name and the role. */
function Person({ creator, name, affiliations }: PersonProps) {
  const otherName = [creator.name, creator.name_zh].find((recorded) => recorded && recorded !== name)
  const role = roleNames[creator.role]
  const numbers = creator.affiliations.map((affiliation) => affiliations.indexOf(affiliation) + 1)
  return (
    <li>
      <Link to={searchAddress(fieldQuery('AU', name))}>{name}</Link>
      {affiliations.length > 1 && numbers.length > 0 && <sup>{numbers.join(',')}</sup>}
      {otherName && <span> {otherName}</span>}
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
