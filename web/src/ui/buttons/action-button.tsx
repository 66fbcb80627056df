import styles from './buttons.module.css'

interface Props {
  name: string
  onPress: () => void
  /** Whether it is the main action of its context. */
  primary?: boolean
  /** Whether its action is running; pressing it then does nothing. */
  busy?: boolean
  /** Whether it is disabled. It stays focusable, so that the focus is not lost. */
  off?: boolean
}

/** Renders a button without antd, for parts that the first paint must not wait for. */
export function ActionButton({ name, onPress, primary = false, busy = false, off = false }: Props) {
  return (
    <button
      type="button"
      className={styles.button}
      data-primary={primary}
      data-off={off}
      aria-disabled={busy || off}
      onClick={() => !busy && !off && onPress()}
    >
      {name}
    </button>
  )
}
