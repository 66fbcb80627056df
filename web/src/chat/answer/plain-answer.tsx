import styles from './answer.module.css'
import { stripMarkdown } from './strip-markdown.ts'

/** Renders the text of an answer or a section until the renderer of markers, tables and formulas has loaded. */
export function PlainAnswer({ text }: { text: string }) {
  return <p className={styles.plain}>{stripMarkdown(text)}</p>
}
