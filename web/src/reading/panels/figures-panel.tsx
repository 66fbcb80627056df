import { api, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { showLocation } from '../state/reading.state.ts'
import { hasText, type ReadableText, type ReadingTarget } from '../state/target.ts'
import { CellRows } from '../text/cell-rows.tsx'
import styles from './panels.module.css'
import { PartSteps, usePartNavigation } from './part-steps.tsx'

type Figure = OutputOf<typeof api.reading.figures>['list'][number]

/** Number of figures and tables in one part of the list. */
const FIGURES_PER_PART = 50

/** Lists figures and tables in text order: captions with links to their places, and the cells of tables. */
export function FiguresPanel({ target, readable }: { target: ReadingTarget; readable: ReadableText }) {
  const parts = usePartNavigation()
  const figures = useRead(
    api.reading.figures,
    { ...target, after: parts.after, limit: FIGURES_PER_PART },
    { enabled: hasText(readable), keepPrevious: true },
  )
  if (!hasText(readable)) return <EmptyView title="取得全文后，这里会列出图和表" />
  return (
    <ReadView
      of={figures}
      what="图表"
      isEmpty={({ list }) => list.length === 0 && parts.isFirst}
      empty={{ title: '没有在这份文献里找到图和表' }}
    >
      {({ list, next }) => (
        <>
          <ul className={styles.figures}>
            {list.map((figure) => (
              <FigureRow key={figure.ordinal} figure={figure} />
            ))}
          </ul>
          <PartSteps parts={parts} nextAfter={next} />
        </>
      )}
    </ReadView>
  )
}

function FigureRow({ figure }: { figure: Figure }) {
  const { kind, caption, page, boxes, rows, cut: isCut } = figure
  const name = kind === 'table' ? '表' : '图'
  return (
    <li>
      <div className={styles.line}>
        <h3>{caption ?? `没有题注的${name}`}</h3>
        <QuietButton
          icon="search"
          label={`第 ${page} 页，看原处：${caption ?? name}`}
          onPress={() => showLocation({ page, boxes, start: null, end: null })}
        >
          第 {page} 页
        </QuietButton>
      </div>
      {rows && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by the keyboard too
        <section className={styles.cells} tabIndex={0} aria-label={caption ?? '表格'}>
          <table>
            <CellRows rows={rows} />
          </table>
          {isCut && <p className={styles.quiet}>表格较大，只显示一部分，其余请看原处。</p>}
        </section>
      )}
    </li>
  )
}
