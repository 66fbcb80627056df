import { api, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { showPlace } from '../state/reading.state.ts'
import { hasText, type Readable, type Target } from '../state/target.ts'
import styles from './panels.module.css'

type Figure = OutputOf<typeof api.reading.figures>['list'][number]

/** Figures and tables with their captions, in the order of the text. */
export function FiguresPanel({ target, readable }: { target: Target; readable: Readable }) {
  const [after, setAfter] = useState<number[]>([-1])
  const last = after.at(-1) ?? -1
  const figures = useRead(
    api.reading.figures,
    { ...target, after: last, limit: 50 },
    { enabled: hasText(readable), keepPrevious: true },
  )
  if (!hasText(readable)) return <EmptyView title="取得全文后，这里会列出图和表" />
  return (
    <ReadView
      of={figures}
      what="图表"
      isEmpty={({ list }) => list.length === 0 && last === -1}
      empty={{ title: '没有在这份文献里找到图和表' }}
    >
      {({ list, next }) => (
        <>
          <ul className={styles.figures}>
            {list.map((figure) => (
              <FigureRow key={figure.ordinal} figure={figure} />
            ))}
          </ul>
          {after.length > 1 && (
            <QuietButton icon="left" onPress={() => setAfter(after.slice(0, -1))}>
              前面的
            </QuietButton>
          )}
          {next !== null && (
            <QuietButton icon="right" onPress={() => setAfter([...after, next])}>
              后面的
            </QuietButton>
          )}
        </>
      )}
    </ReadView>
  )
}

function FigureRow({ figure }: { figure: Figure }) {
  const { kind, caption, page, boxes, rows, cut } = figure
  const name = kind === 'table' ? '表' : '图'
  return (
    <li>
      <div className={styles.line}>
        <h3>{caption ?? `没有题注的${name}`}</h3>
        <QuietButton
          icon="search"
          label={`看原处：${caption ?? name}`}
          onPress={() => showPlace({ page, boxes, start: null, end: null })}
        >
          第 {page} 页
        </QuietButton>
      </div>
      {rows && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by the keyboard too
        <section className={styles.cells} tabIndex={0} aria-label={caption ?? '表格'}>
          <table>
            <tbody>
              {rows.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                <tr key={row}>
                  {cells.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {cut && <p className={styles.quiet}>表格较大，只显示一部分，其余请看原处。</p>}
        </section>
      )}
    </li>
  )
}
