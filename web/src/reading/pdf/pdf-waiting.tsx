import { fileSize } from '../../ui/figures.ts'
import { useDelayed } from '../../ui/timing.ts'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import type { PageSize } from './page-layout.ts'
import styles from './pdf.module.css'

/** Bytes received of a file; `total` is 0 when the server has not sent its size. */
export interface LoadProgress {
  loaded: number
  total: number
}

/** Delay before anything is shown, in milliseconds, so that what loads quickly does not flash. */
const SHOW_DELAY_MS = 300

interface Props {
  /** The size of the page to show; undefined when the file has not been parsed. */
  size: PageSize | undefined
  progress: LoadProgress | undefined
}

/** Renders a placeholder while a file is opened: an empty page of the right shape, and the progress. */
export function PdfWaiting({ size, progress }: Props) {
  const isLate = useDelayed(SHOW_DELAY_MS)
  return (
    <div className={styles.waiting}>
      <span className="sr-only" role="status">
        正在打开 PDF
      </span>
      {isLate && (
        <div className={styles.ghost} style={size && { aspectRatio: `${size.width} / ${size.height}` }}>
          <OpeningNote progress={progress} />
        </div>
      )}
    </div>
  )
}

/** Renders that a page is still loading and how much of the file has arrived. */
function OpeningNote({ progress }: Pick<Props, 'progress'>) {
  const { loaded = 0, total = 0 } = progress ?? {}
  const isPartly = total > 0 && loaded < total
  return (
    <div className={styles.opening}>
      <span>正在打开{isPartly && ` ${fileSize(loaded)} / ${fileSize(total)}`}</span>
      {isPartly && <ProgressBar label="正在打开 PDF" progress={loaded / total} />}
    </div>
  )
}

/** Renders the placeholder of a page that is not drawn yet. */
export function PageWaiting({ number }: { number: number }) {
  return useDelayed(SHOW_DELAY_MS) && <p className={styles.pageOpening}>正在打开第 {number} 页</p>
}
