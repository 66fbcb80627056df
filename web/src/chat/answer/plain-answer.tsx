import styles from './answer.module.css'
import { stripMarkdown } from './strip-markdown.ts'

/** The text of an answer or a section, until what shows its markers, tables and formulas is here. */
export function PlainAnswer({ text }: { text: string }) {
  return <p className={styles.plain}>{stripMarkdown(text)}</p>
}
