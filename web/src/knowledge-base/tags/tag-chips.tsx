import type { ListDocument } from '../lists.ts'
import styles from './tags.module.css'

interface Props {
  tags: ListDocument['tags']
  /** Narrows the list to what carries a tag. */
  onPress: (tag_id: string) => void
}

/** The tags of a document; each shows what else carries it. */
export function TagChips({ tags, onPress }: Props) {
  if (tags.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="标签">
      {tags.map(({ id, name, colour }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.chip}
            data-colour={colour ?? 'grey'}
            title={`只看带「${name}」的`}
            onClick={() => onPress(id)}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
