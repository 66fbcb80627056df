import styles from './action-button.module.css'

interface Props {
  name: string
  onPress: () => void
  /** The one thing to do next. */
  primary?: boolean
  busy?: boolean
}

/** A button without antd, for what the first paint must not wait for. */
export function ActionButton({ name, onPress, primary = false, busy = false }: Props) {
  return (
    <button
      type="button"
      className={styles.button}
      data-primary={primary}
      aria-disabled={busy}
      onClick={() => !busy && onPress()}
    >
      {name}
    </button>
  )
}
