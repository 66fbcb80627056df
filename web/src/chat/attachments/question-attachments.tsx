import { Link } from 'react-router'
import { fileIcon } from '../../documents/file-icon.ts'
import { readingAddress } from '../../paper/addresses.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Attachment } from './added-attachments.ts'
import styles from './attachments.module.css'

interface Props {
  attachments: readonly Attachment[]
  onFile: (file: Attachment) => void
}

/** Renders links to the files and documents that a question was asked about. */
export function QuestionAttachments({ attachments, onFile }: Props) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles.asked} aria-label="问题的附件">
      {attachments.map((each) => (
        <li key={each.id}>
          {each.kind === 'file' ? (
            <button type="button" onClick={() => onFile(each)}>
              <Icon name={fileIcon(each.name)} size={16} />
              <span>{each.name}</span>
            </button>
          ) : (
            <Link to={readingAddress({ document_id: each.id })}>
              <Icon name={fileIcon(each.name)} size={16} />
              <span>{plainText(each.name)}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
