import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fileIcon } from '../../documents/file-icon.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import rows from '../../ui/list-row.module.css'
import { readingAddress } from '../addresses.ts'
import { plainText } from '../highlight/markup.ts'
import { langOf } from '../paper.ts'
import styles from './record.module.css'
import { type RecordedDocument, recordFacts } from './record.ts'

interface Props {
  document: RecordedDocument
  note?: string
  actions: ReactNode
}

/** Renders one of the user's files among recently viewed papers. Its title opens the reader. */
export function ViewedFileRow({ document, note, actions }: Props) {
  const title = plainText(document.title)
  const facts = [...recordFacts(document), ...(document.title === document.name ? [] : [document.name])]
  return (
    <article className={styles.row} aria-label={title}>
      <Icon name={fileIcon(document.name)} />
      <div>
        <h3>
          <Link className={rows.name} to={readingAddress({ document_id: document.id })} lang={langOf(title)}>
            {title}
          </Link>
        </h3>
        {facts.length > 0 && <p className={styles.fileFacts}>{facts.join(' · ')}</p>}
        {note && <p className={styles.note}>{note}</p>}
        <div className={styles.fileActions}>{actions}</div>
      </div>
    </article>
  )
}
