import type { Creator } from '@scinav/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../ui/figures.ts'
import { fieldQuery, searchAddress } from '../addresses.ts'
import { authorsOf, isLatin, type Paper, printedName, sourceNameOf, typeName, yearOf } from '../paper.ts'
import { PaperBadges, RankBadges } from './badges.tsx'
import styles from './paper-row.module.css'

/**
 * Renders one line of facts: source, year, type, 被引, versions, whether the user has viewed or saved it, and all badges,
 * which after the title would often wrap to a line of their own.
 */
export function PaperFacts({ paper, isNew = false }: { paper: Paper; isNew?: boolean }) {
  const { citation_count: cited, versions, ranks } = paper
  const source = sourceNameOf(paper)
  const year = yearOf(paper)
  return (
    <p className={styles.strip}>
      {source && <span>{isLatin(source) ? <i>{source}</i> : source}</span>}
      {year && <span>{year}</span>}
      <span>{typeName(paper.resource_type)}</span>
      {cited > 0 && <span>被引 {formatCount(cited)}</span>}
      {versions.length > 0 && <span>另有 {versions.length} 个版本</span>}
      {paper.viewed && <span>看过</span>}
      {paper.dataset_ids.length > 0 && <span>已收藏</span>}
      <span className={styles.badges}>
        <PaperBadges paper={paper} isNew={isNew} />
        <RankBadges ranks={ranks} />
      </span>
    </p>
  )
}

/** Number of names shown before 等 n 人. */
const MAX_SHOWN_AUTHORS = 6

interface Props {
  paper: Paper
  /**
   * Returns the action that opens the choice between authors of this name, or undefined when there is nothing to
   * choose; then, and when absent, the name links to a search for the author.
   */
  askWhich?: ((author: Creator) => (() => void) | undefined) | undefined
}

/** Renders the authors; of eight or more, only the first six until the reader expands them. */
export function PaperAuthors({ paper, askWhich }: Props) {
  const [open, setOpen] = useState(false)
  const authors = authorsOf(paper)
  if (authors.length === 0) return null
  // A single hidden name would take no less room than 等 n 人.
  const isFoldable = authors.length > MAX_SHOWN_AUTHORS + 1
  const isFolded = isFoldable && !open
  const shown = isFolded ? authors.slice(0, MAX_SHOWN_AUTHORS) : authors
  return (
    <p className={styles.authors}>
      {shown
        .map((author, index) => ({ author, index }))
        .map(({ author, index }) => (
          <span key={index} className={styles.one}>
            <Author name={printedName(paper, author)} ask={askWhich?.(author)} />
            {(index < shown.length - 1 || isFolded) && '，'}
          </span>
        ))}
      {isFoldable && (
        <button
          type="button"
          className={styles.inline}
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          {open ? ' 收起' : `等 ${authors.length} 人`}
        </button>
      )}
    </p>
  )
}

interface AuthorProps {
  name: string
  /** Opens the choice between authors of this name; undefined when the name links to a search. */
  ask: (() => void) | undefined
}

/** Renders an author: a link to a search or, with `ask`, a button that opens a choice. */
function Author({ name, ask }: AuthorProps) {
  if (!ask) return <Link to={searchAddress(fieldQuery('AU', name))}>{name}</Link>
  return (
    <button type="button" aria-haspopup="dialog" onClick={ask}>
      {name}
    </button>
  )
}
