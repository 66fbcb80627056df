import styles from '../bar/desk.module.css'
import { useReading } from '../state/reading.state.ts'
import { type ChunkedText, useWholeText } from './use-text-chunks.ts'

interface Props {
  text: ChunkedText
  onBlock: (ordinal: number) => void
}

/** Renders the headings of a text; each goes to its block. */
export function TextOutline({ text, onBlock }: Props) {
  const { blocks, chunks } = useWholeText(text, true)
  const ordinal = useReading((state) => state.ordinal)
  const headings = blocks.filter(({ type }) => type === 'heading')
  const here = headings.findLastIndex((heading) => heading.ordinal <= ordinal)
  return (
    <nav className={styles.outline} aria-label="目录">
      {headings.map((heading, at) => (
        <button
          key={heading.ordinal}
          type="button"
          aria-current={at === here ? 'location' : undefined}
          style={{ paddingInlineStart: 12 + Math.min((heading.level ?? 1) - 1, 5) * 12 }}
          onClick={() => onBlock(heading.ordinal)}
        >
          {heading.text}
        </button>
      ))}
      {headings.length === 0 && chunks >= text.count && <p>这份文件没有标题。</p>}
    </nav>
  )
}
