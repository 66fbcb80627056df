import type { Citation } from '@scinav/contract'
import styles from './answer.module.css'

interface Props {
  citations: readonly Citation[]
  onOpen: (citation: Citation) => void
}

/** The papers that an answer rests on, in the order of their numbers, each with how often it is cited. */
export function Sources({ citations, onOpen }: Props) {
  const sources = sourcesOf(citations)
  return (
    <section aria-label="依据">
      <h3 className={styles.sourcesHead}>
        依据 <span>{sources.length} 篇</span>
      </h3>
      {sources.length === 0 && <p className={styles.label}>回答引用的文献会列在这里。</p>}
      <ol>
        {sources.map(({ first, times }) => (
          <li key={first.n}>
            <button type="button" className={styles.source} onClick={() => onOpen(first)}>
              <span className={styles.number}>{first.n}</span>
              <span>
                <strong>{first.title}</strong>
                <span className={styles.label}>
                  {[`引用 ${times} 处`, first.page !== null && `第 ${first.page} 页`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function sourcesOf(citations: readonly Citation[]): { first: Citation; times: number }[] {
  const byNumber = Map.groupBy(citations, ({ n }) => n)
  return [...byNumber.values()]
    .flatMap((all) => all.slice(0, 1).map((first) => ({ first, times: all.length })))
    .sort((a, b) => a.first.n - b.first.n)
}
