import { api, type OutputOf } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { readingAddress } from '../../paper/addresses.ts'
import { langOf } from '../../paper/paper.ts'
import { LinkButton, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { toCsv } from '../../ui/csv.ts'
import { saveFile } from '../../ui/save-file.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import type { ReadingItem } from '../list/use-reading-items.ts'
import { useReadingAddress } from '../state/reading-address.ts'
import type { ReadingTarget } from '../state/target.ts'
import styles from './compare.module.css'

/** Maximum number of texts compared at once. */
const MAX_COMPARED = 20

type Comparison = OutputOf<typeof api.reading.compare>

/**
 * Renders texts as rows and aspects as columns; every cell is a sentence of the text with a link to its location. The
 * first `MAX_COMPARED` items are compared; the table can be saved as CSV.
 */
export function Compare({ items }: { items: readonly ReadingItem[] }) {
  const { compare } = useReadingAddress()
  const targets = items.slice(0, MAX_COMPARED).map(({ target }) => target)
  const enabled = targets.length > 1
  // The sentences found by cues are shown until the model has answered.
  const byCues = useRead(api.reading.compare, { targets, engine: 'cues' }, { enabled })
  const byModel = useRead(api.reading.compare, { targets, engine: 'auto' }, { enabled })
  const compared = byModel.data ? byModel : byCues
  if (targets.length < 2)
    return (
      <EmptyView
        title="至少要有两篇文献才能对照"
        note="在左边添加文献后再来"
        action={{ name: '回到原文', run: () => compare(false) }}
      />
    )
  return (
    <div className={styles.compare}>
      <header className={styles.head}>
        <h1>按方面对照 {targets.length} 篇</h1>
        {compared.data && (
          <QuietButton
            icon="download"
            onPress={() => compared.data && saveFile(comparisonTable(compared.data), '对照表.csv')}
          >
            CSV
          </QuietButton>
        )}
        <QuietButton icon="close" label="关闭对照" onPress={() => compare(false)} />
      </header>
      {items.length > MAX_COMPARED && <p className={styles.note}>只对照前 {MAX_COMPARED} 篇。</p>}
      {byModel.isFetching && byCues.data && (
        <p className={styles.note} role="status">
          正在由 AI 挑选句子并概括，先看原句……
        </p>
      )}
      <ReadView of={compared} what="对照">
        {(table) => <ComparisonTable table={table} />}
      </ReadView>
    </div>
  )
}

/** Returns the text of a row; undefined when neither id is known. */
function rowTarget(document_id: string | null, paper_id: string | null): ReadingTarget | undefined {
  if (document_id) return { document_id }
  return paper_id ? { paper_id } : undefined
}

/** What the sentences of a text were taken from. */
const scopeNames = { full_text: '全文', abstract: '摘要', nothing: '没有文字' }

function ComparisonTable({ table: { columns, rows, notice } }: { table: Comparison }) {
  const { open } = useReadingAddress()
  const navigate = useNavigate()
  return (
    <>
      {notice && <p className={styles.note}>{notice}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by the keyboard too */}
      <section className={styles.table} tabIndex={0} aria-label="对照表">
        <table>
          <thead>
            <tr>
              <th scope="col">文献</th>
              {columns.map(({ aspect, name }) => (
                <th key={aspect} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ document_id, paper_id, title, of, cells }) => {
              const target = rowTarget(document_id, paper_id)
              return (
                <tr key={document_id ?? paper_id}>
                  <th scope="row" lang={langOf(title)}>
                    {target ? (
                      <button type="button" onClick={() => open(target)}>
                        {title}
                      </button>
                    ) : (
                      title
                    )}
                    <span>{scopeNames[of]}</span>
                  </th>
                  {cells.map((cell, column) => (
                    <td key={columns[column]?.aspect}>
                      {cell ? <CellText {...cell} /> : <span>文中没有说明</span>}
                      {cell && target && (
                        <LinkButton
                          name={pageName(cell.page)}
                          label={`${pageName(cell.page)}：${cell.quote.slice(0, 60)}`}
                          onPress={() =>
                            void navigate(readingAddress(target, { page: cell.page, quote: cell.quote }))
                          }
                        />
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Renders the summary of a cell, if there is one, and the sentence it rests on. */
function CellText({ summary, quote }: { summary: string | null; quote: string }) {
  return (
    <>
      {summary && <p className={styles.summary}>{summary}</p>}
      <span className={styles.quote} lang={langOf(quote)}>
        {quote}
      </span>
    </>
  )
}

/** Returns the comparison as CSV. */
function comparisonTable({ columns, rows }: Comparison): string {
  const head = ['文献', ...columns.map(({ name }) => name)]
  const lines = rows.map(({ title, cells }) => [
    title,
    ...cells.map((cell) => (cell ? cellLines(cell).join('\n') : '')),
  ])
  return toCsv([head, ...lines])
}

type FilledCell = NonNullable<Comparison['rows'][number]['cells'][number]>

/** Returns the lines of a cell in the file: the summary, if there is one, and the sentence with its page. */
function cellLines({ summary, quote, page }: FilledCell): string[] {
  const sentence = page === null ? quote : `${quote}（第 ${page} 页）`
  return summary ? [summary, sentence] : [sentence]
}

const pageName = (page: number | null): string => (page === null ? '看原处' : `第 ${page} 页`)
