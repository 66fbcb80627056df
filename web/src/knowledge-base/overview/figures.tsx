import { api, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { fileSize, formatCount } from '../../ui/figures.ts'
import styles from './overview.module.css'

type Figures = OutputOf<typeof api.datasets.figures>

/** Reads the numbers of documents and passages of a knowledge base, and its size. */
export const useFigures = (dataset_id: string) =>
  useRead(api.datasets.figures, { dataset_id }, { keepPrevious: true })

/**
 * Summarizes the documents by state: `text` names the ready and the pending ones, 「20 可检索，3 处理中」, and is empty when
 * all are ready; `failed` is the number of failed ones.
 */
export function statesLine({ states }: Figures): { text: string; failed: number } {
  const countOf = (...names: Figures['states'][number]['state'][]) =>
    states.filter(({ state }) => names.includes(state)).reduce((sum, { count }) => sum + count, 0)
  const ready = countOf('ready')
  const working = countOf('queued', 'parsing', 'indexing')
  const failed = countOf('failed')
  const parts = [
    ...(ready > 0 ? [`${formatCount(ready)} 可检索`] : []),
    ...(working > 0 ? [`${formatCount(working)} 处理中`] : []),
  ]
  return { text: working + failed > 0 ? parts.join('，') : '', failed }
}

/** Renders how many documents and passages a knowledge base has, and the storage that it takes. */
export function FiguresList({ dataset_id }: { dataset_id: string }) {
  const { data } = useFigures(dataset_id)
  const [size = '0', unit = 'B'] = fileSize(data?.size_bytes ?? 0).split(' ')
  return (
    <dl className={styles.figures}>
      <div>
        <dt>文档</dt>
        <dd>{data ? formatCount(data.documents) : '—'}</dd>
      </div>
      <div>
        <dt>段落</dt>
        <dd>{data ? formatCount(data.passages) : '—'}</dd>
      </div>
      <div>
        <dt>占用</dt>
        <dd>
          {data ? size : '—'}
          {data && <small>{unit}</small>}
        </dd>
      </div>
    </dl>
  )
}
