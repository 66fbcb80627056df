import styles from './link-button.module.css'

interface Props {
  name: string
  /** What it does and to what, where the word on it leaves that open; begins with the word. */
  label?: string
  onPress: () => void
}

/** An action within running text or a row: looks like a link, is a button. */
export function LinkButton({ name, label, onPress }: Props) {
  return (
    <button type="button" className={styles.link} aria-label={label} onClick={onPress}>
      {name}
    </button>
  )
}
