import styles from './avatar.module.css'

/** Renders a user's picture, or the first character of the name. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  if (url) return <img className={styles.avatar} src={url} alt="" />
  return (
    <span className={styles.avatar} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
