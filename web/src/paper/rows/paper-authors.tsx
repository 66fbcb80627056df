import type { Creator } from '@scinav/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { authorsOf, nameOn, type Paper } from '../paper.ts'
import { fieldQuery, searchAddress } from '../search-address.ts'
import styles from './paper-row.module.css'

/** How many names stand before 等 n 人. */
const SHOWN = 6

interface Props {
  paper: Paper
  /** What asks which one of a name is meant; left out, or without an answer, the name searches for the author. */
  askWhich?: ((author: Creator) => (() => void) | undefined) | undefined
}

/** The authors, folded after six. */
export function PaperAuthors({ paper, askWhich }: Props) {
  const [open, setOpen] = useState(false)
  const authors = authorsOf(paper)
  if (authors.length === 0) return null
  const folds = authors.length > SHOWN + 1
  const shown = folds && !open ? authors.slice(0, SHOWN) : authors
  return (
    <p className={styles.authors}>
      {shown
        .map((author, place) => ({ author, place }))
        .map(({ author, place }) => (
          <span key={place} className={styles.one}>
            <Author name={nameOn(paper, author)} ask={askWhich?.(author)} />
            {(place < shown.length - 1 || (folds && !open)) && '，'}
          </span>
        ))}
      {folds && (
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
  ask: (() => void) | undefined
}

function Author({ name, ask }: AuthorProps) {
  if (!ask) return <Link to={searchAddress(fieldQuery('AU', name))}>{name}</Link>
  return (
    <button type="button" aria-haspopup="dialog" onClick={ask}>
      {name}
    </button>
  )
}
