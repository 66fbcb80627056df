import styles from './action-button.module.css'

interface Props {
  name: string
  onPress: () => void
  /** The one thing to do next. */
  primary?: boolean
  busy?: boolean
  /** There is nothing to do yet; pressing it does nothing. */
  off?: boolean
}

/** A button without antd, for what the first paint must not wait for. */
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
