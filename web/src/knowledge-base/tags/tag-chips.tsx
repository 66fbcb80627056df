import type { ListDocument } from '../list/lists.ts'
import styles from './tags.module.css'

interface Props {
  tags: ListDocument['tags']
  /** Filters the list by a tag. */
  onPress: (tag_id: string) => void
}

/** Renders the tags of a document; each filters the list. */
export function TagChips({ tags, onPress }: Props) {
  if (tags.length === 0) return null
  return (
    <span className={styles.chips}>
      {tags.map(({ id, name, colour }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          data-colour={colour ?? 'grey'}
          aria-label={`标签 ${name}，只看带它的`}
          onClick={() => onPress(id)}
        >
          {name}
        </button>
      ))}
    </span>
  )
}
