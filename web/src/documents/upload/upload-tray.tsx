import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useUser } from '../../api/session.state.ts'
import buttons from '../../ui/buttons/buttons.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useFollowedDocuments } from '../state/use-followed-documents.ts'
import { restoreUploads } from './run-uploads.ts'
import styles from './upload.module.css'
import { UploadLines, UploadsHead } from './upload-list.tsx'
import { isPending, type Upload, useUploadList } from './uploads.state.ts'

const SameNameQuestion = lazyPart(() =>
  import('./same-name-question.tsx').then((module) => module.SameNameQuestion),
)

/**
 * Returns when the present batch started, in milliseconds of `performance.now()`, for the estimate of the remaining
 * time; the present moment while nothing is being uploaded.
 */
function useBatchStart(uploads: readonly Upload[]): number {
  const start = useRef<number>(undefined)
  if (uploads.some(({ state }) => state === 'uploading')) start.current ??= performance.now()
  else start.current = undefined
  return start.current ?? performance.now()
}

/**
 * Renders the uploads that the open screen does not show itself, at the bottom of the window. Also restores uploads
 * after a reload, and refreshes lists when files arrive.
 */
export function UploadTray() {
  const { uploads, shownDatasetId } = useUploadList()
  const listed = uploads.filter(({ dataset_id }) => dataset_id !== shownDatasetId)
  const hasQuestion = uploads.some(({ state }) => state === 'asking')
  useRestoredUploads()
  useRefreshOnArrival(uploads)
  return (
    <>
      <Suspense>{hasQuestion && <SameNameQuestion />}</Suspense>
      {listed.length > 0 && (
        <Tray uploads={listed} label={shownDatasetId === null ? '上传' : '其他知识库的上传'} />
      )}
    </>
  )
}

/** Renders the list of uploads with a head that folds it. */
function Tray({ uploads, label }: { uploads: readonly Upload[]; label: string }) {
  const isNarrow = useMedia('(max-width: 767px)')
  const [folded, setFolded] = useState(isNarrow)
  const followed = useFollowedDocuments(uploads)
  const since = useBatchStart(uploads)
  return (
    <section className={styles.tray} aria-label={label} data-folded={folded}>
      <div className={styles.trayHead}>
        <UploadsHead uploads={uploads} since={since} />
        <button
          type="button"
          className={buttons.icon}
          aria-label={folded ? '展开上传列表' : '收起上传列表'}
          aria-expanded={!folded}
          onClick={() => setFolded((now) => !now)}
        >
          <Icon name={folded ? 'up' : 'down'} size={16} />
        </button>
      </div>
      {!folded && (
        <div className={styles.scroll}>
          <UploadLines uploads={uploads} followed={followed} />
        </div>
      )}
    </section>
  )
}

/**
 * Renders the uploads of one knowledge base on its screen. Once all have finished, those that became documents are
 * shown only in the list below, with their progress.
 */
export function UploadCard({ dataset_id }: { dataset_id: string }) {
  const uploads = useUploadList((state) => state.uploads)
  const ofDataset = uploads.filter((upload) => upload.dataset_id === dataset_id)
  const lines = ofDataset.some(isPending) ? ofDataset : ofDataset.filter(({ outcome }) => outcome !== 'new')
  const followed = useFollowedDocuments(lines)
  const since = useBatchStart(ofDataset)
  // The tray leaves out what this card shows.
  useEffect(() => {
    useUploadList.setState({ shownDatasetId: dataset_id })
    return () => useUploadList.setState({ shownDatasetId: null })
  }, [dataset_id])
  if (ofDataset.length === 0) return null
  return (
    <section className={styles.card} aria-label="上传">
      <UploadsHead uploads={ofDataset} since={since} />
      {lines.length > 0 && (
        <div className={styles.scroll}>
          <UploadLines uploads={lines} followed={followed} />
        </div>
      )}
    </section>
  )
}

/** Restores uploads after a reload, once the user is known. */
function useRestoredUploads(): void {
  const user_id = useUser()?.id
  useEffect(() => {
    if (user_id) void restoreUploads()
  }, [user_id])
}

/** The reads that an arrived file makes stale. */
const refreshes = [api.datasets.documents, api.datasets.folders, api.datasets.all, api.reading.open]
/** Minimum interval between refreshes of the lists while many files arrive, in milliseconds. */
const REFRESH_INTERVAL_MS = 1_000

/** Refreshes the lists when files have arrived. */
function useRefreshOnArrival(uploads: readonly Upload[]): void {
  const cache = useQueryClient()
  const arrivedCount = uploads.filter(({ state }) => state === 'arrived').length
  /** Time of the last refresh, in milliseconds of `performance.now()`. */
  const lastRefresh = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (arrivedCount === 0) return
    const delay = Math.max(0, lastRefresh.current + REFRESH_INTERVAL_MS - performance.now())
    const timer = setTimeout(() => {
      lastRefresh.current = performance.now()
      for (const { path } of refreshes) void cache.invalidateQueries({ queryKey: [path] })
    }, delay)
    return () => clearTimeout(timer)
  }, [arrivedCount, cache])
}
