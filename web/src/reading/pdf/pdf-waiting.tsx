import { fileSize } from '../../ui/figures.ts'
import { useDelayed } from '../../ui/timing.ts'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import type { PageSize } from './page-layout.ts'
import styles from './pdf.module.css'

/** How much of a file has come, in bytes; `total` is 0 where the server has not said how much there is. */
export interface LoadProgress {
  loaded: number
  total: number
}

/** What is quicker than this needs no word, in milliseconds. */
const QUICK_MS = 300

interface Props {
  /** Of the page that is to be seen; unknown where the file has not been read. */
  size: PageSize | undefined
  progress: LoadProgress | undefined
}

/** Stands where the pages will be while a file is opened: an empty page of the right shape, and how much has come. */
export function PdfWaiting({ size, progress }: Props) {
  const isLate = useDelayed(QUICK_MS)
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

/** Says that a page is still to come and how much of the file is there. */
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

/** Stands on a page that is not drawn yet. */
export function PageWaiting({ number }: { number: number }) {
  return useDelayed(QUICK_MS) && <p className={styles.pageOpening}>正在打开第 {number} 页</p>
}
